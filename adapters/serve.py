"""python adapters/serve.py NAME: the adapter of a library in Python, behind standard input and output.

`adapters/NAME/adapter.py` has a class `Target` with `name`, `version`, `claims`, and a method for each command that it
knows, which takes the fields of the message by name and returns the fields of `ok`. It needs nothing of concomp, and
runs in an environment that has the library alone. docs/conformance.md has the protocol.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from library import Refused, Unsupported

LONGEST = 300
"""The most characters of a text that says what went wrong."""


def load(name: str) -> Callable[[], Any]:
    """What makes the target of a library."""
    spec = spec_from_file_location("adapter", Path(__file__).parent / name / "adapter.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    # What is pickled names the module that it is of, and is looked for there.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    made: Callable[[], Any] = module.Target
    return made


def reply(target: Any, message: dict[str, Any]) -> dict[str, Any]:
    """What is said to a message, but for its number."""
    command = message.get("cmd")
    if "seq" not in message or not isinstance(command, str):
        return {"refused": 'no message: write an object with "seq" and "cmd"'}
    if command == "start":
        told = {"name": target.name, "version": target.version, "language": "Python", "claims": target.claims}
        return {"ok": told}
    if command == "stop":
        return {"ok": {}}
    method = None if command.startswith("_") else getattr(target, command, None)
    if not callable(method):
        return {"unsupported": command}
    try:
        return {"ok": method(**{name: each for name, each in message.items() if name not in ("seq", "cmd")}) or {}}
    except Refused as error:
        return {"refused": str(error)[:LONGEST]}
    except Unsupported as error:
        return {"unsupported": str(error)[:LONGEST]}
    except Exception as error:
        return {"errored": f"{type(error).__name__}: {error}"[:LONGEST]}


def read(line: str) -> dict[str, Any]:
    """The message of a line; what can be read of one that is none."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


def main() -> None:
    """Serve the library that is named; whatever it prints goes to standard error, and harms no reply."""
    replies = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    make = load(sys.argv[1])
    target = make()
    for message in map(read, sys.stdin):
        if message.get("cmd") == "start":
            target = make()
        replies.write(json.dumps({"seq": message.get("seq"), **reply(target, message)}) + "\n")
        replies.flush()
        if message.get("cmd") == "stop":
            return


if __name__ == "__main__":
    main()
