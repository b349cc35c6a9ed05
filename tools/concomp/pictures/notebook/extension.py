"""The extension of IPython: which types are shown how.

Types are named, and not brought in, so that to load the extension costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

SHOWN: Mapping[tuple[str, str], str] = {
    ("concomp.model.laws.law", "Law"): "law",
    ("concomp.model.laws.profile", "Profile"): "curve",
    ("concomp.model.laws.trade_off", "TradeOff"): "curve",
    ("concomp.door.curves", "PrivacyCurve"): "curve",
    ("concomp.door.attack", "BestAttack"): "attack",
    ("concomp.obligations.verify.properties.replay", "Replay"): "trace",
    ("concomp.obligations.verify.verdicts", "Verdict"): "verdict",
    ("concomp.obligations.verify.verdicts", "Report"): "report",
    ("concomp.advisor.advice", "Advice"): "advice",
    ("concomp.model.registry.evidence", "Evidence"): "evidence",
}
"""The function of `cards` that shows each type, by module and name."""
CARDS = "concomp.pictures.notebook.cards"


def load_ipython_extension(shell: Any) -> None:
    """Show laws, curves, attackers, traces, verdicts, reports, advice and evidence as HTML; called by `%load_ext`.

    shell: the InteractiveShell of IPython.
    """
    formatter = shell.display_formatter.formatters["text/html"]
    for (module, name), card in SHOWN.items():
        formatter.for_type_by_name(module, name, _shown_by(card))


def _shown_by(card: str) -> Callable[[Any], str]:
    """What makes HTML of a value, brought in when the first one is shown."""

    def show(value: Any) -> str:
        made: str = getattr(import_module(CARDS), card)(value)
        return made

    return show
