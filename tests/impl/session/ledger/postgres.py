"""A PostgreSQL server for tests: a temporary cluster on loopback, run by whoever is not root."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

FOLDERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
UNPRIVILEGED = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]


class Server:
    """A cluster in a folder of its own."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.data, self._programs = folder / "data", programs
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._run("initdb", "-D", self.data, "-U", "tester", "-A", "trust", "--no-sync")
        self.start()

    @property
    def url(self) -> str:
        return f"postgresql://tester@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=60"
        self._run("pg_ctl", "-D", self.data, "-w", "-l", self.data.parent / "log", "-o", options, "start")

    def stop(self, how: str) -> None:
        """Stop it: "fast", or "immediate", which is a crash."""
        self._run("pg_ctl", "-D", self.data, "-w", "-m", how, "stop")

    def end(self) -> None:
        """Stop it for good, and wait for nothing: nobody needs what it has kept."""
        self._run("pg_ctl", "-D", self.data, "-W", "-m", "immediate", "stop")

    def _run(self, program: str, *arguments: object) -> None:
        as_nobody = UNPRIVILEGED if os.getuid() == 0 else []
        command = [*as_nobody, str(self._programs / program), *map(str, arguments)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.data.parent, timeout=60)


@contextmanager
def postgres() -> Iterator[Server]:
    """A server that lives as long as the context; a skip where there is none."""
    pytest.importorskip("psycopg", reason="the extra `postgres` is not installed")
    programs = next(iter(FOLDERS), None)
    found = shutil.which("initdb") if programs is None else str(programs)
    if found is None or (os.getuid() == 0 and shutil.which("setpriv") is None):
        pytest.skip("there is no PostgreSQL that can be started: install Debian's package `postgresql`")
    with tempfile.TemporaryDirectory(prefix="concomp-", ignore_cleanup_errors=True) as folder:
        os.chmod(folder, 0o777)
        server = Server(Path(folder), programs or Path(found).parent)
        try:
            yield server
        finally:
            server.end()
