"""What people read, in their language: one catalogue of messages, and the sentences of the lower layers translated."""

from plyground.language.catalogue import LANGUAGES as LANGUAGES
from plyground.language.catalogue import Language as Language
from plyground.language.catalogue import LanguageError as LanguageError
from plyground.language.catalogue import language as language
from plyground.language.catalogue import system_language as system_language
