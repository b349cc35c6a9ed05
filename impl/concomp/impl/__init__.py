"""The implementation: what people run. Names are brought in when they are first used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from concomp.model.doors import door

if TYPE_CHECKING:
    from concomp.impl.accounting.numbers import rounded_down, rounded_up
    from concomp.impl.accounting.optimal.choice import best_composition
    from concomp.impl.accounting.parameters import with_e_eps, with_epsilon
    from concomp.impl.monitors.stepper import Stepper, compile_step
    from concomp.impl.monitors.subverifiers import SubVerifiers
    from concomp.impl.monitors.verifier import Verifier, compile_monitor

_WHERE = {
    "best_composition": "accounting.optimal.choice",
    "rounded_down": "accounting.numbers",
    "rounded_up": "accounting.numbers",
    "with_e_eps": "accounting.parameters",
    "with_epsilon": "accounting.parameters",
    "Stepper": "monitors.stepper",
    "SubVerifiers": "monitors.subverifiers",
    "Verifier": "monitors.verifier",
    "compile_monitor": "monitors.verifier",
    "compile_step": "monitors.stepper",
}

__all__ = [
    "Stepper",
    "SubVerifiers",
    "Verifier",
    "best_composition",
    "compile_monitor",
    "compile_step",
    "rounded_down",
    "rounded_up",
    "with_e_eps",
    "with_epsilon",
]


__getattr__, __dir__ = door(__name__, _WHERE)
