"""Experiments played against a target in the same process."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from concomp.conformance.experiments.experiment import Experiment
from concomp.conformance.experiments.finding import ANEW, Finding
from concomp.conformance.protocol.commands import COMMAND, Command
from concomp.conformance.protocol.replies import RESULTS, Reply
from concomp.conformance.targets.outcomes import Refused, Unsupported


def find(experiment: Experiment, target: Any) -> Finding:
    """What an experiment finds of a target."""
    play = experiment.play()
    try:
        messages = next(play)
        while True:
            messages = play.send([_reply(target, message) for message in messages])
    except StopIteration as end:
        finding: Finding = end.value
        return finding


def _reply(target: Any, message: Mapping[str, Any]) -> Reply:
    if message is ANEW:  # There is one process here.
        return Reply(seq=1, ok={})
    command: Command = COMMAND.validate_python({"seq": 1, **message})
    fields = {name: getattr(command, name) for name in type(command).model_fields if name not in ("seq", "cmd")}
    try:
        found = getattr(target, command.cmd)(**fields) or {}
    except Refused as error:
        return Reply(seq=1, refused=str(error))
    except Unsupported as error:
        return Reply(seq=1, unsupported=str(error))
    RESULTS[command.cmd].model_validate(found)
    return Reply(seq=1, ok=found)
