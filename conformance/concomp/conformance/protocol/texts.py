"""Texts of a target's own, as messages hold them."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from concomp.model.printing import one_line

Text = Annotated[str, Field(max_length=2000), AfterValidator(one_line)]
"""A text of a target's own that is shown to people, on one line."""
