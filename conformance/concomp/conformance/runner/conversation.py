"""A conversation with a target: messages are sent ahead, and replies read in their order.

It begins anew with each `start`, so that no vector sees what another left; the reply to it comes behind whatever a
target says too much.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from pydantic import ValidationError

from concomp.conformance.protocol.commands import PROTOCOL
from concomp.conformance.protocol.lines import read_json
from concomp.conformance.protocol.replies import RESULTS, Identity, Reply
from concomp.conformance.runner.misbehaviour import CannotStart, Misbehaved
from concomp.conformance.runner.process import Limits, Process
from concomp.model.files.errors import quoted
from concomp.model.printing import legible

SUITE = "1"
AHEAD = 64
"""The most messages that are sent before the first of their replies is read."""


class Conversation:
    """A target that has said who it is."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        """Start a target; CannotStart where that fails, or it speaks another protocol."""
        self._command, self._limits = command, limits
        self._begin()
        try:
            self.identity = self._introduce()
        except Misbehaved as error:
            self.close()
            last = self._process.errors.strip().splitlines()[-1:]
            raise CannotStart(legible("; ".join([str(error), *last]))) from None
        except CannotStart:
            self.close()
            raise

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message, numbered."""
        self._seq += 1
        self._waiting.append((self._seq, str(message.get("cmd"))))
        self._process.send(json.dumps({"seq": self._seq, **message}, separators=(",", ":")).encode())

    def send_line(self, line: str) -> None:
        """Send a line that is no message; the reply may have any number, or none."""
        self._waiting.append((None, ""))
        self._process.send(line.encode("utf-8", "surrogatepass"))

    @property
    def is_ahead(self) -> bool:
        """Whether so much is sent that replies have to be read first."""
        return len(self._waiting) >= AHEAD

    def receive(self) -> Reply:
        """The reply to the oldest message that waits for one; Misbehaved if what comes is none."""
        seq, command = self._waiting.popleft()
        line = self._process.receive()
        reply = _read(line)
        if seq is not None and reply.seq != seq:
            if reply.seq is not None and reply.seq < seq:
                raise Misbehaved("twice", f"a second reply to message {reply.seq}")
            raise Misbehaved("out of order", f"the reply to message {reply.seq} instead of {seq}")
        _demand_result(reply, command, line)
        return reply

    def begin_anew(self) -> None:
        """Have the target forget all handles; Misbehaved if it says anything else before."""
        self.send({"cmd": "start", "protocol": PROTOCOL, "suite": SUITE})
        reply = self.receive()
        if reply.outcome != "ok":
            raise Misbehaved("garbage", f"a second start is {reply.outcome}")

    def start_again(self) -> Reply:
        """End the target, and start it in another process; the reply is empty. Misbehaved if it does not start."""
        self.stop()
        self._begin()
        try:
            self._introduce()
        except CannotStart as error:
            raise Misbehaved("exited", f"it does not start again: {error}") from None
        return Reply(seq=None, ok={})

    @property
    def errors(self) -> str:
        """The last of what the target wrote on standard error."""
        return self._process.errors

    def stop(self) -> None:
        """Say stop, give the target a moment to end by itself, and end it whatever it does."""
        with suppress(Misbehaved, CannotStart):
            self.send({"cmd": "stop"})
            self.receive()
            self._process.wait()
        self.close()

    def abandon(self) -> None:
        """Have the target ended while another thread waits for its reply, which then is none."""
        self._process.abandon()

    def close(self) -> None:
        """End the target."""
        self._process.close()

    def _begin(self) -> None:
        self._process = Process(self._command, self._limits)
        self._waiting = deque[tuple[int | None, str]]()
        self._seq = 0

    def _introduce(self) -> Identity:
        self.send({"cmd": "start", "protocol": PROTOCOL, "suite": SUITE})
        reply = self.receive()
        if reply.ok is None:
            raise CannotStart(legible(f"it answers start by {reply.outcome}: {getattr(reply, reply.outcome)}"))
        return Identity.model_validate(reply.ok)


def _read(line: bytes) -> Reply:
    """The reply that a line holds; Misbehaved if it holds none."""
    try:
        return Reply.model_validate(read_json(line), strict=True)
    except ValidationError as error:
        raise _garbage(error, line) from None
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError):
        raise Misbehaved("garbage", f"no JSON: {_shown(line)}") from None
    except ValueError as error:
        raise Misbehaved("garbage", f"{error}: {_shown(line)}") from None


def _demand_result(reply: Reply, command: str, line: bytes) -> None:
    """Misbehaved if what was granted is not the result of the command."""
    if reply.ok is None or command not in RESULTS:
        return
    try:
        # As JSON, where what is strict has its arrays; what is no number is no number, whatever Python makes of it.
        RESULTS[command].model_validate_json(json.dumps(reply.ok), strict=True)
    except ValidationError as error:
        raise _garbage(error, line) from None
    except RecursionError:
        raise Misbehaved("garbage", f"nested too deep: {_shown(line)}") from None


def _garbage(error: ValidationError, line: bytes) -> Misbehaved:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(map(str, first["loc"])) or "the reply"
    return Misbehaved("garbage", f"{place}: {first['msg']}: {_shown(line)}")


def _shown(line: bytes) -> str:
    return quoted(line[:200].decode("utf-8", "replace"))
