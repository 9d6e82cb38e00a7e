"""The contract between games and the rest of the package; imports no other layer."""

from plyground.startup import import_numba

import_numba()
