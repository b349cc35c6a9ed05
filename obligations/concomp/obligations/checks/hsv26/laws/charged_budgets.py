"""Parallel composition with a budget on δ, repaired, as far as it is derived: what the responses expose together."""

from __future__ import annotations

from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.derived import check_of_derivation
from concomp.obligations.checks.hsv26.laws.derivations import ADAPTIVE, VIEWS
from concomp.obligations.derivations.theories.laws import charged_budgets

SCOPE = f"{ADAPTIVE}; all ε ≥ 0, δ, δ' and any fixed ε_1, …, ε_k; any charges that cover the budgets for laziness"
PART = "of (b), (c) and (d), that the responses that simulate the mechanisms lazily are within the bound"
NOTES = (
    "γ is δ'. Every mechanism is simulated lazily with a budget that its charge covers, by Corollary 5.7 (repaired): δ "
    "itself if its function is invariant, min(1, 2δ) else, or the least one.",
    "Not derived: that the composition is these simulators, side by side, each asking its response that exposes at its "
    "creation and the other when a pair differs; and (a), which rests on another argument.",
    VIEWS,
)


@check_of_derivation("HSV26 Theorem 5.4 (repaired)", charged_budgets.CHARGED_CLOSE)
def what_is_charged_covers_what_is_exposed() -> Outcome:
    """The product of what is not charged is no more than that of what is not exposed; then Lemma 5.11."""
    return Outcome(verdict="proved", scope=SCOPE, part=PART, notes=NOTES)


@check_of_derivation("HSV26 Theorem 1.5 (repaired)", charged_budgets.INTRODUCED)
def what_is_charged_covers_what_is_exposed_again() -> Outcome:
    """The same for k responses with one ε_0, and charges δ, if functions are invariant, or min(1, 2δ)."""
    return Outcome(
        verdict="proved",
        scope=SCOPE,
        part=PART.replace("(b), (c) and (d)", "what is not said of k = 1"),
        witness="it has the witness of Theorem 5.4 (repaired)",
        control="it has the controls of Theorem 5.4 (repaired), a case of which it is",
        notes=NOTES,
    )
