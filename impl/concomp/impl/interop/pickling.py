"""Mechanisms of other libraries as bytes, for another process: OpenDP's own objects as OpenDP writes them."""

from __future__ import annotations

import io
import pickle
from typing import Any

from concomp.impl.interop.libraries import library


class _Pickler(pickle.Pickler):
    """A pickler that knows what OpenDP makes."""

    def reducer_override(self, value: Any) -> Any:
        """How an object of OpenDP is made again, by the constructors that made it."""
        if type(value).__module__ != "opendp.mod":
            return NotImplemented
        opendp = library("opendp", "opendp.mod")
        return _read_opendp, (opendp.serialize(value), tuple(sorted(opendp.GLOBAL_FEATURES)))


def write(value: Any) -> bytes:
    """The value as bytes; raises whatever keeps it from being written, such as a function of the main program."""
    file = io.BytesIO()
    _Pickler(file, protocol=pickle.HIGHEST_PROTOCOL).dump(value)
    return file.getvalue()


def read(written: bytes) -> Any:
    """What `write` wrote."""
    return pickle.loads(written)


def _read_opendp(written: str, features: tuple[str, ...]) -> Any:
    opendp = library("opendp", "opendp.mod")
    opendp.enable_features(*features)
    return opendp.deserialize(written)
