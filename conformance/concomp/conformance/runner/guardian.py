"""Runs a command, and leaves nothing of it behind.

Started as a script of its own, by the number of a socket and the command. When the command ends, or the other end of
the socket is closed, whatever it started is killed, where the system lets orphans be adopted also what has left its
process group. Then how it ended is written to the socket, as "exit N", "signal N" or "missing TEXT".

It imports nothing of ours, so that it starts at once.
"""

import ctypes
import os
import select
import signal
import socket
import sys
from contextlib import suppress

ADOPT_ORPHANS = 36
"""PR_SET_CHILD_SUBREAPER of Linux."""


def main() -> None:
    """Run the command that is given, and end it."""
    line = socket.socket(fileno=int(sys.argv[1]))
    line.set_inheritable(False)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(ADOPT_ORPHANS, 1, 0, 0, 0)
    try:
        process = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ, setpgroup=0, setsigdef=[signal.SIGPIPE])
    except OSError as error:
        line.sendall(f"missing {error.strerror}".encode())
        return
    # The streams are the command's alone, so that they end with it.
    for stream in range(3):
        os.close(stream)
    status = _wait(process, line.fileno(), woken)
    _end_all(process)
    line.sendall((f"signal {-status}" if status < 0 else f"exit {status}").encode())


def _wait(process: int, line: int, woken: int) -> int:
    """The status with which the command ends, by itself or because nobody waits for it any more."""
    while True:
        ready, _, _ = select.select([line, woken], [], [])
        if woken in ready:
            os.read(woken, 4096)
        if line in ready:
            os.kill(process, signal.SIGKILL)
        ended, status = os.waitpid(process, 0 if line in ready else os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)


def _end_all(group: int) -> None:
    """Kill what is left of the group, and what was adopted, until there is nothing more to adopt."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)
    while sys.platform == "linux":
        for child in _children():
            os.kill(child, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _children() -> list[int]:
    own = str(os.getpid())
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                parent = file.read().rpartition(b")")[2].split()[1].decode()
        except OSError:
            continue
        if parent == own:
            found.append(int(name))
    return found


if __name__ == "__main__":
    main()
