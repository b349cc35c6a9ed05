"""A session: one reading of an author's method, with all that it calls."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any

from concomp.model.language.syntax.errors import LanguageError, Position
from concomp.model.language.syntax.python.texts import place


@dataclass
class Session:
    """Where the reading is, the guarded blocks that are open, and the containers made meanwhile with their blocks."""

    file: str
    node: ast.AST
    blocks: list[object] = field(default_factory=list)
    made: dict[int, tuple[object, object]] = field(default_factory=dict)

    @property
    def position(self) -> Position:
        """The place that is being read."""
        return place(self.file, self.node)

    @property
    def block(self) -> object:
        """The innermost guarded block, or None."""
        return self.blocks[-1] if self.blocks else None

    def keep(self, container: Any) -> Any:
        """Remember a container that was made here, so that it may be changed."""
        self.made[id(container)] = (container, self.block)
        return container

    def check_change(self, container: object) -> None:
        """Raise LanguageError if the container may not be changed here: only in the block that it was made in."""
        made = self.made.get(id(container))
        if made is None or made[1] is not self.block:
            problem = "a Python object is changed that was made elsewhere, where others see it"
            if self.blocks:
                problem = "a guarded block changes a Python object: it does so whether or not the condition holds"
            raise LanguageError(problem, "keep it in a register, or make a list of its own where it is changed")
