"""A target behind standard input and output: read, answer, flush.

A target has `name`, `version` and `claims`, and methods with the names of the commands. A method takes the fields of
the message by name, as `concomp.conformance.protocol.commands` reads them, and returns the fields of `ok`. A command
without a method is unsupported.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

from pydantic import ValidationError

from concomp.conformance.protocol.commands import COMMAND, PROTOCOL, Command, Start, Stop
from concomp.conformance.targets.outcomes import Refused, Unsupported

LONGEST = 500
"""The most characters of a text that says what went wrong."""


def serve(make: Callable[[], Any], lines: BinaryIO, replies: BinaryIO) -> None:
    """Answer each line until there are none, or one says stop; whenever one says start, `make` makes a target."""
    target: Any = None
    for line in lines:
        if not line.strip():
            continue
        seq, command = _read(line)
        if isinstance(command, Start):
            target = make()
        outcome = {"refused": command} if isinstance(command, str) else _outcome(target, command)
        replies.write(json.dumps({"seq": seq, **outcome}).encode() + b"\n")
        replies.flush()
        if isinstance(command, Stop):
            return


def _read(line: bytes) -> tuple[int | None, Command | str]:
    """The number of a message, as far as it can be read, and the message, or what is wrong with it."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None, "the line is not JSON: write an object"
    seq = message.get("seq") if isinstance(message, Mapping) else None
    number = seq if type(seq) is int else None
    try:
        return number, COMMAND.validate_python(message)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        return number, _short(f"{'.'.join(map(str, first['loc'])) or 'the message'}: {first['msg']}")


def _outcome(target: Any, command: Command) -> dict[str, Any]:
    if isinstance(command, Start):
        if command.protocol != PROTOCOL:
            return {"refused": f"protocol: {command.protocol}: this adapter speaks protocol {PROTOCOL}"}
        return {"ok": _identity(target)}
    if isinstance(command, Stop):
        return {"ok": {}}
    method = getattr(target, command.cmd, None)
    if method is None:
        return {"refused": "say start first"} if target is None else {"unsupported": command.cmd}
    fields = {name: getattr(command, name) for name in type(command).model_fields if name not in ("seq", "cmd")}
    try:
        return {"ok": method(**fields) or {}}
    except Refused as error:
        return {"refused": _short(str(error))}
    except Unsupported as error:
        return {"unsupported": _short(str(error))}
    except Exception as error:
        return {"errored": _short(f"{type(error).__name__}: {error}")}


def _identity(target: Any) -> dict[str, Any]:
    return {"name": target.name, "version": target.version, "language": "Python", "claims": list(target.claims)}


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
