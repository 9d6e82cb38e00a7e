"""How a table stores the exact value of a position, as one 16-bit number for the mover.

`n + 1` is a win in n plies, `-(n + 1)` a loss in n plies, `OPEN` neither: a draw where a game's sectors say so.
"""

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.int16]

OPEN = 0
HOLE = -32768
"""A number without a position."""
DRAWN = 32767
"""A position drawn by the rules themselves."""
