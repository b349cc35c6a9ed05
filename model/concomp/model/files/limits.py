"""How large a file, and what stands in it, may be. Beyond these, exact answers are out of reach anyway."""

BYTES = 4 * 2**20
"""The largest file, 4 MiB."""
HORIZON = 10_000
"""The largest horizon that may be written."""
DIGITS = 1_000
"""The most digits of a numerator or denominator, and of the common denominator of a row."""
DEPTH = 16
"""The deepest nesting of lists and objects; the formats need 7."""
JOINT_ANSWERS = 2**16
"""The most joint answers of the mechanisms on data that depend on a secret."""
JOINT_ENTRIES = 2**22
"""The most of them, counted for every data value."""
JOINT_PAIRS = 2**20
"""The most of them, counted for every pair of adjacent secrets."""
