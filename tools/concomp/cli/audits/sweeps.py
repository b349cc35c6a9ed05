"""`concomp audit --grid`: the same question at every point of a grid."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from concomp.cli.audits.answered import Answered
from concomp.cli.audits.questions import Questions
from concomp.cli.audits.subjects import file_name, is_python, source
from concomp.cli.children.apart import SECONDS, memory
from concomp.cli.errors import BadInput, Undecided
from concomp.cli.running import counted, processors
from concomp.model.files import FormatError
from concomp.model.files.errors import quoted
from concomp.model.mechanisms.demands import MechanismError
from concomp.model.numbers import ParameterError
from concomp.obligations.runner.pool import local
from concomp.obligations.verify.user_files.importing import BadFile, import_file
from concomp.sweeps.grid import points
from concomp.sweeps.kept import Kept
from concomp.sweeps.rows import Asked, NoMechanism
from concomp.sweeps.subjects import Family, FamilyInPython, family
from concomp.sweeps.sweep import SweepStopped, run, table

if TYPE_CHECKING:
    from concomp.schemas.sweeps import SweepOutput

UNDECIDED = 3


@dataclass(frozen=True)
class Sweeping:
    """What is swept over: the options --grid, --jobs and --keep."""

    grid: tuple[str, ...]
    jobs: int | None
    keep: str | None


@dataclass(frozen=True)
class InFile:
    """A function in a Python file; imported where it is called."""

    file: str
    function: str

    def __call__(self, **arguments: Any) -> Any:
        try:
            found = getattr(import_file(self.file), self.function, None)
        except BadFile as error:
            raise MechanismError(str(error)) from None
        if not callable(found):
            raise MechanismError(f"{self.file}:{self.function}: is no function: name one that returns a game")
        return found(**arguments)


def answer_sweep(file: str, sweeping: Sweeping, questions: Questions, as_data: bool) -> Answered:
    """A sweep: undecided if a point takes too much.

    Raises BadInput for a grid that is none, or a point that describes no mechanism, Undecided if rows are lost.
    """
    asked = Asked(questions.e_eps, questions.delta)
    try:
        grid = points(read_grid(sweeping.grid))
        workers = local(sweeping.jobs or processors(), SECONDS, memory())
        kept = Kept(None if sweeping.keep is None else Path(sweeping.keep))
        with counted("auditing", "points") as listener:
            found = run(_family(file), grid, asked, workers, kept, listener)
    except ParameterError as error:
        raise BadInput(f"--grid: {error}") from None
    except (FormatError, MechanismError, NoMechanism) as error:
        raise BadInput(f"{file_name(file)}: {error}") from None
    except OSError as error:
        raise BadInput(f"--keep: {sweeping.keep}: {error.strerror}: name a file that can be written") from None
    except SweepStopped as error:
        raise Undecided(str(error)) from None
    data: SweepOutput = {"schema": "concomp.audit.sweep/1", "rows": list(found.rows)}
    told = json.dumps(data, ensure_ascii=False, indent=1) if as_data else table(found.rows)
    return Answered(UNDECIDED if any(row["failure"] is not None for row in found.rows) else 0, (told,))


def read_grid(options: Sequence[str]) -> dict[str, Sequence[str]]:
    """The names with their values; BadInput if there are none, or a name stands twice."""
    grid: dict[str, Sequence[str]] = {}
    for text in options:
        name, values = read_axis(text)
        if name in grid:
            raise BadInput(f"--grid: {quoted(text)}: {name} stands twice: give all its values at once")
        grid[name] = values
    return grid


def read_axis(text: str) -> tuple[str, Sequence[str]]:
    """The name and the values of "ratio=1/2,2/3"; BadInput if there are none."""
    name, sign, values = text.partition("=")
    if not name.strip() or not sign or not values.strip():
        raise BadInput(f"--grid: {quoted(text)}: write a name and its values, like ratio=1/2,2/3 or clamp=-8:8,-16:16")
    return name.strip(), [each.strip() for each in values.split(",")]


def _family(file: str) -> Family:
    if not is_python(file):
        return family(file)
    path = Path(source(file))
    function = file.removeprefix(source(file)).removeprefix(":")
    if not function:
        raise MechanismError("name the function that returns a game, like FILE.py:make")
    if not path.is_file():
        raise MechanismError("there is no such file; name a Python file")
    make: Callable[..., Any] = InFile(str(path.resolve()), function)
    return FamilyInPython(make, f"{function} {path.read_text(encoding='utf-8')}")
