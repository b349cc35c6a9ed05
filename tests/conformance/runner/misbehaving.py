"""An adapter that misbehaves in the way that is named: `python misbehaving.py WAY MARK`. It needs nothing of ours.

What it starts has the mark in its command, too, by which it is found if it is left behind.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

ME = {
    "name": "misbehaving",
    "version": "1",
    "language": "Python",
    "claims": [{"claim": "filter", "measure": "pure"}],
}
SLEEPER = [sys.executable, "-S", "-c", "import time; time.sleep(1000)", *sys.argv[2:]]


def say(reply: dict[str, Any]) -> None:
    print(json.dumps(reply), flush=True)


def flood(line: str) -> None:
    while True:
        sys.stdout.write(line * 10_000)


def grow(seq: int) -> None:
    kept = []
    while True:
        kept.append(bytearray(b"x" * (1 << 24)))
        time.sleep(0.01)


def leave_a_child(seq: int, session: bool) -> None:
    subprocess.Popen(SLEEPER, start_new_session=session)
    os._exit(0)


def leave_an_orphan(seq: int) -> None:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execv(SLEEPER[0], SLEEPER)
        os._exit(0)
    os.wait()
    hang(seq)


def many_children(seq: int) -> None:
    for _ in range(20):
        subprocess.Popen(SLEEPER)
    os.kill(os.getpid(), signal.SIGKILL)


def hang(seq: int) -> None:
    time.sleep(1000)


def deaf(seq: int) -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    hang(seq)


def close_output(seq: int) -> None:
    os.close(1)
    hang(seq)


def complain(seq: int) -> None:
    sys.stderr.write("a line of complaint\n" * 100_000)
    sys.stderr.write("the last complaint\n")
    sys.exit(3)


def half_a_line(seq: int) -> None:
    sys.stdout.write('{"seq": 2, "ok": {"han')
    sys.stdout.flush()
    os._exit(4)


def twice(seq: int) -> None:
    say({"seq": seq, "ok": {"handle": "a"}})
    say({"seq": seq, "ok": {"handle": "a"}})


WAYS: dict[str, tuple[str, Callable[[int], object]]] = {
    "segmentation fault": ("crashed", lambda seq: os.kill(os.getpid(), signal.SIGSEGV)),
    "abort": ("crashed", lambda seq: os.abort()),
    "many children": ("crashed", many_children),
    "exit": ("exited", lambda seq: os._exit(0)),
    "exit with a status": ("exited", lambda seq: sys.exit("out of ideas")),
    "complain": ("exited", complain),
    "half a line": ("exited", half_a_line),
    "leave a child": ("exited", lambda seq: leave_a_child(seq, session=False)),
    "leave a child in a session of its own": ("exited", lambda seq: leave_a_child(seq, session=True)),
    "close the output": ("exited", close_output),
    "hang": ("hung", hang),
    "deaf": ("hung", deaf),
    "leave an orphan": ("hung", leave_an_orphan),
    "grow": ("grew", grow),
    "one endless line": ("flooded", lambda seq: flood("x")),
    "no JSON": ("garbage", lambda seq: print("Warning: deprecated", flush=True)),
    "no object": ("garbage", lambda seq: print("[]", flush=True)),
    "two outcomes": ("garbage", lambda seq: say({"seq": seq, "ok": {}, "refused": "also"})),
    "another result": ("garbage", lambda seq: say({"seq": seq, "ok": {"answer": "x"}})),
    "a handle that is a number": ("garbage", lambda seq: say({"seq": seq, "ok": {"handle": 1}})),
    "a number that is a text": ("garbage", lambda seq: say({"seq": str(seq), "ok": {"handle": "a"}})),
    "another number": ("out of order", lambda seq: say({"seq": seq + 5, "ok": {"handle": "a"}})),
    "no number": ("out of order", lambda seq: say({"seq": None, "ok": {"handle": "a"}})),
    "twice": ("twice", twice),
    "an old number": ("twice", lambda seq: say({"seq": 1, "ok": {"handle": "a"}})),
}
"""What it does when something is opened, and what a runner has to call it."""


def main() -> None:
    _, misbehave = WAYS[sys.argv[1]]
    for line in sys.stdin:
        message = json.loads(line)
        if message["cmd"] == "start":
            say({"seq": message["seq"], "ok": ME})
        elif message["cmd"] == "stop":
            say({"seq": message["seq"], "ok": {}})
        elif message["cmd"] == "open" and message["data"] == "misbehave":
            misbehave(message["seq"])
        else:
            say({"seq": message["seq"], "ok": {"handle": "a"}})


if __name__ == "__main__":
    main()
