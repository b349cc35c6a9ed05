"""Commands on a terminal of a given width."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from contextlib import closing, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
LEFT_OUT = {"COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TERM", "COLORTERM"}


def on_terminal(width: int, *arguments: str, **environment: str) -> str:
    """What `python …` writes on a terminal of so many columns, both of its streams."""
    shown, inside = pty.openpty()
    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    inherited = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
    with (
        closing(os.fdopen(shown, "rb", buffering=0)) as reader,
        subprocess.Popen(
            [sys.executable, *arguments],
            cwd=ROOT,
            stdin=inside,
            stdout=inside,
            stderr=inside,
            env={**inherited, "TERM": "xterm-256color", **environment},
        ),
    ):
        os.close(inside)
        written = b""
        # A terminal that nobody has open any more cannot be read.
        with suppress(OSError):
            while chunk := reader.read(1 << 16):
                written += chunk
    return written.decode().replace("\r\n", "\n")


def lines(written: str) -> list[str]:
    """What was written, line by line, without escapes; what was overwritten in place counts as a line of its own."""
    return re.split(r"[\n\r]", ESCAPE.sub("", written))
