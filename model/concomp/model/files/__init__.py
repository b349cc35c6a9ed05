"""The file formats of finite mechanisms: reading them strictly, what they mean, and writing them back."""

from concomp.model.files.errors import FormatError
from concomp.model.files.lowering import game, horizon, interleaving
from concomp.model.files.reading import read, read_file
from concomp.model.files.schema import Document
from concomp.model.files.writing import write

__all__ = ["Document", "FormatError", "game", "horizon", "interleaving", "read", "read_file", "write"]
