"""A row of a sweep: the audit of one point."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from flint import fmpz

from concomp.impl.audit.engine import STEPS, Audit
from concomp.model.files import FormatError
from concomp.model.mechanisms.demands import MechanismError
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.numbers import ParameterError, rational_text
from concomp.sweeps.grid import Point, value_text
from concomp.sweeps.subjects import Family

if TYPE_CHECKING:
    from concomp.schemas.sweeps import SweptRow


@dataclass(frozen=True)
class Asked:
    """What is asked at every point: the least δ at each E, and the least E for a δ."""

    e_eps: tuple[Fraction, ...] = ()
    delta: Fraction | None = None


@dataclass(frozen=True)
class Task:
    """The audit of a point of a family."""

    family: Family
    point: Point
    asked: Asked


class NoMechanism(ValueError):
    """Thrown where a point of a grid describes no mechanism; the message names the point, the value and the remedy."""


def row(task: Task) -> SweptRow | NoMechanism:
    """What is found at a point; `failure` says why nothing is, where it takes too much."""
    found = _row(task.point)
    try:
        audit = Audit(task.family(task.point).setting, STEPS)
        found["results"] = [
            {"e_eps": rational_text(e_eps), "delta": rational_text(max(audit.deltas(e_eps)))}
            for e_eps in task.asked.e_eps
        ]
        if task.asked.delta is not None:
            least = audit.curve.profile().least_e_eps(task.asked.delta)
            found["least"] = {
                "delta": rational_text(task.asked.delta),
                "e_eps": None if least is None else rational_text(least),
            }
    except TooLarge as error:
        return failed(task, str(error))
    except MemoryError:
        return failed(task, "it takes more memory than there is: lower the horizon")
    except (FormatError, MechanismError, ParameterError) as error:
        return NoMechanism(f"{point_text(task.point)}: {error}")
    return found


def failed(task: Task, why: str) -> SweptRow:
    """The row of a point at which nothing was found."""
    return {**_row(task.point), "failure": why}


def read_rational(text: str) -> Fraction:
    """The number that `rational_text` wrote, of any length."""
    above, _, below = text.partition("/")
    return Fraction(int(fmpz(above)), int(fmpz(below or "1")))


def point_text(point: Point) -> str:
    """A point as options write it."""
    return " ".join(f"{name}={value_text(value)}" for name, value in point)


def _row(point: Point) -> SweptRow:
    return {"point": {name: value_text(value) for name, value in point}, "results": [], "least": None, "failure": None}
