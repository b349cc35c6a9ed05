"""Prints the page on alignments, computed anew: `python -m concomp.obligations.alignments > docs/alignments.md`."""

from __future__ import annotations

from concomp.obligations.alignments.page import page

if __name__ == "__main__":
    print(page(), end="")
