"""The law of a mechanism of the model on few messages, as a file for `concomp audit`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from concomp.impl.mechanisms.tables import BEYOND, HALTED, text
from concomp.model.mechanisms.interactive import InteractiveMechanism, Message
from concomp.model.numbers import rational_text


def listed_law(mechanism: InteractiveMechanism, messages: Mapping[str, Message], rounds: int) -> dict[str, Any]:
    """The contents of a file of the type "cm", where the two messages of a pair may be any.

    messages: what is sent, by what it is called. A state of the file is one of the mechanism after so many messages.
    """
    kernel = {f"{BEYOND}|{name}": [["1", BEYOND, HALTED]] for name in messages}
    reached: list[Any] = [mechanism.initial_state]
    for sent in range(rounds):
        names = {state: f"{sent} sent, {number}" for number, state in enumerate(reached)}
        later: dict[Any, None] = {}
        for state, called in names.items():
            for name, message in messages.items():
                rows = kernel[f"{called}|{name}"] = []
                for (after, answer), chance in mechanism.respond(state, message).items():
                    later.setdefault(after)
                    goes_on = sent + 1 < rounds
                    following = f"{sent + 1} sent, {list(later).index(after)}" if goes_on else BEYOND
                    rows.append([rational_text(chance), following, text(answer)])
        reached = list(later)
    return {
        "type": "cm",
        "states": list(dict.fromkeys(row.partition("|")[0] for row in kernel)),
        "messages": list(messages),
        "answers": sorted({row[2] for rows in kernel.values() for row in rows}),
        "init": "0 sent, 0",
        "kernel": kernel,
        "horizon": rounds,
        "verification": {"kind": "any"},
    }
