"""What people read, in their language: messages are keys with values, put into words by a catalogue a language."""

from plyground.language.languages import LANGUAGES as LANGUAGES
from plyground.language.languages import Language as Language
from plyground.language.languages import LanguageCode as LanguageCode
from plyground.language.languages import LanguageError as LanguageError
from plyground.language.languages import language as language
from plyground.language.languages import system_language as system_language
from plyground.language.message import Message as Message
from plyground.language.message import message_or as message_or
from plyground.language.message import recorded_reason as recorded_reason
