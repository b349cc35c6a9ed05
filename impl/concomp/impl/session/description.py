"""What a session is, on one screen: what it may lose, by which rule, on whose word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from concomp.impl.accounting.guarantees import Guarantee
from concomp.impl.accounting.rules.rule import Reading

WORDS = {
    "theorem": "a theorem",
    "certificate": "a certificate",
    "audit": "an audit",
    "declared": "its author's word alone",
    "session": "the rule of a nested session",
}


@dataclass(frozen=True)
class Description:
    """A session as it stands.

    budget, rule, source: what may be lost, by which rule, and the statements that it rests on.
    spent, remaining: the rule's readings.
    launches: how many were launched, by what their loss rests on.
    failures_covered: whether FAILED is counted in the losses of all of them, in nested sessions as well.
    randomness: "the operating system", or "a source of the caller's".
    status: "open", "halted" or "closed".
    """

    budget: Guarantee
    rule: str
    source: str
    spent: Reading
    remaining: Reading
    launches: Mapping[str, int]
    failures_covered: bool
    randomness: str
    status: str

    def __str__(self) -> str:
        launched = "; ".join(f"{count} by {WORDS[kind]}" for kind, count in self.launches.items()) or "none"
        return "\n".join(
            [
                f"budget      {self.budget!r}",
                f"rule        {self.rule} ({self.source})",
                f"spent       {self.spent!r}",
                f"remaining   {self.remaining!r}",
                f"launches    {launched}",
                f"failures    {'covered' if self.failures_covered else 'not covered'}",
                f"randomness  {self.randomness}",
                f"status      {self.status}",
                "The guarantee is for sequences of messages that each verification function accepts, and rests on the",
                "evidence for each loss; what was created, asked and when must not depend on records.",
            ]
        )
