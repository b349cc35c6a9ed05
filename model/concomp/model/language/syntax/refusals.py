"""What Python would let one write of a symbol, and what has no one meaning there: each with a remedy."""

from __future__ import annotations

from collections.abc import Mapping

_ORDER = ("has no order", "order is for Int and Real; test equality, or keep a number")
_ARITHMETIC = ("is not a number", "arithmetic is for Int and Real; of a Bool b take ite(b, 1, 0)")
_LOGIC = ("is not a condition", "& | ~ are for Bool; make a condition by a comparison such as x > 0 or x == y")
REFUSALS: Mapping[str, tuple[str, str]] = {
    "__len__": ("has no length", "use a Vector, whose length is known, or count in a register"),
    "__iter__": ("cannot be iterated over", "iterate over a Vector or over a fixed Python range"),
    "__getitem__": ("cannot be indexed", "indexing is for Vector (by a number) and Map (by an Int)"),
    "__contains__": ("cannot be searched by `in`", "write `isin(x, values)`"),
    "__index__": ("is no index of a Python sequence", "use a register of sort Map[Int, ...]"),
    "__int__": ("is no Python number", "compute with the symbol itself"),
    "__float__": ("is no Python number", "compute with the symbol itself; numbers are exact"),
    **dict.fromkeys(("__lt__", "__le__", "__gt__", "__ge__"), _ORDER),
    **dict.fromkeys(("__add__", "__radd__", "__sub__", "__rsub__", "__mul__", "__rmul__"), _ARITHMETIC),
    **dict.fromkeys(("__neg__", "__truediv__", "__rtruediv__"), _ARITHMETIC),
    "__abs__": ("is nothing that abs() takes", "write `Abs(x)`, of an Int or a Real"),
    "__hash__": (
        "is looked for in a set or a dict, which compares it as Python does",
        "write `isin(x, values)`, or `ite(x == key, a, b)` for each key",
    ),
    **dict.fromkeys(
        (
            *("__mod__", "__rmod__", "__floordiv__", "__rfloordiv__", "__pow__", "__rpow__", "__divmod__"),
            *("__round__", "__trunc__", "__floor__", "__ceil__", "__complex__"),
        ),
        (
            "has no such operation",
            "numbers have + - *, comparison, Min, Max, Abs, and / by a constant; for d ** 2 write d * d",
        ),
    ),
    **dict.fromkeys(("__and__", "__rand__", "__or__", "__ror__", "__invert__"), _LOGIC),
    **dict.fromkeys(("__xor__", "__rxor__"), ("has no ^", "write a != b for exclusive or")),
}
"""(what is wrong, the remedy) by the name of the method that Python calls."""
