"""The file formats of finite mechanisms: reading them strictly, what they mean, and writing them back."""

from concomp.model.mechanisms.formats.errors import FormatError
from concomp.model.mechanisms.formats.lowering import game, horizon, interleaving
from concomp.model.mechanisms.formats.reading import read, read_file
from concomp.model.mechanisms.formats.schema import Document
from concomp.model.mechanisms.formats.writing import write

__all__ = ["Document", "FormatError", "game", "horizon", "interleaving", "read", "read_file", "write"]
