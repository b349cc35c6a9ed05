"""Guards and requirements.

`with when(c):` guards the requirements and assignments in its block by a condition; `elsewhen`
and `otherwise` follow it as `elif` and `else` follow `if`. A requirement that fails rejects for
ever; `accept_if` gives the verdict on exactly the sequence so far.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.language.syntax.expressions import Truth, lift, term_of
from concomp.model.language.syntax.records import Record, as_case, is_case
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.trace import Recorder, current_recorder

R = TypeVar("R", bound=Record)
Shown = TypeVar("Shown", covariant=True)


class Guard(Generic[Shown]):
    """A guarded block, entered by `with`."""

    def __init__(self, what: str, condition: Term, shown: Shown, *, preceding: list[Term]) -> None:
        """Take its name, its condition, what `as` binds, and the guards of the blocks that it follows."""
        self._recorder: Recorder = current_recorder(what)
        self.what = what
        self._condition = condition
        self._shown = shown
        self._preceding = preceding

    def __enter__(self) -> Shown:
        earlier = [terms.negation(guard) for guard in self._preceding]
        self._recorder.open(terms.conjunction([*earlier, self._condition]))
        return self._shown

    def __exit__(self, *raised: object) -> None:
        self._recorder.close()
        self._recorder.block.preceding = [*self._preceding, self._condition]


def when(condition: Truth) -> Guard[None]:
    """Guard a block: it counts where the condition holds."""
    return Guard("when", lift(condition, BOOL), None, preceding=[])


def elsewhen(condition: Truth) -> Guard[None]:
    """Guard a block that counts where the blocks just before it do not, and the condition holds."""
    return Guard("elsewhen", lift(condition, BOOL), None, preceding=_preceding("elsewhen"))


def otherwise() -> Guard[None]:
    """Guard a block that counts where the blocks just before it do not."""
    return Guard("otherwise", terms.TRUE, None, preceding=_preceding("otherwise"))


def case(message: object, record: type[R]) -> Guard[R]:
    """Guard a block: it counts where the message is a record of the class, which `as` binds."""
    return Guard("case", term_of(is_case(message, record)), as_case(message, record), preceding=[])


def both(left: object, right: object, record: type[R]) -> Guard[tuple[R, R]]:
    """Guard a block: it counts where both messages are records of the class; `as` binds the two."""
    condition = term_of(is_case(left, record) & is_case(right, record))
    shown: tuple[Any, Any] = (as_case(left, record), as_case(right, record))
    return Guard("both", condition, shown, preceding=[])


def require(condition: Truth) -> None:
    """Require the condition: where it fails, this message and all that follow are rejected."""
    current_recorder("require").require(lift(condition, BOOL))


def accept_if(condition: Truth) -> None:
    """Accept the sequence up to this message only if the condition holds; later ones may be accepted again."""
    current_recorder("accept_if").accept_if(lift(condition, BOOL))


def _preceding(what: str) -> list[Term]:
    preceding = current_recorder(what).block.preceding
    if not preceding:
        raise LanguageError(
            f"{what} does not follow a guarded block", "put it directly after `when` or `elsewhen`, nothing in between"
        )
    return preceding
