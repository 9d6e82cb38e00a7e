"""Translated text: a message is a key with values; each language has a catalogue that turns it into text."""

from plyground.language.languages import LANGUAGES as LANGUAGES
from plyground.language.languages import Language as Language
from plyground.language.languages import LanguageCode as LanguageCode
from plyground.language.languages import LanguageError as LanguageError
from plyground.language.languages import language as language
from plyground.language.languages import system_language as system_language
from plyground.language.message import Message as Message
from plyground.language.message import message_or as message_or
from plyground.language.message import recorded_reason as recorded_reason
