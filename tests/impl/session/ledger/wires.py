"""A wire to a PostgreSQL server that is cut after a message that a test names."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Literal

from sqlalchemy import make_url

Way = Literal["to the server", "from the server"]
HEADER = 5
"""The bytes of a message that say its kind and how long the rest is."""


class Wire:
    """Hands on what a client and its server say, message by message, until it is cut."""

    def __init__(self, url: str) -> None:
        server = make_url(url)
        self._server = str(server.host), int(server.port or 0)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = server.set(port=self._listening.getsockname()[1]).render_as_string()
        self._way: Way | None = None
        self._left = 0
        self.handed_on: list[bytes] = []
        """The kinds of the messages that went this way since it was said where to cut."""

    def cut_after(self, messages: int, way: Way) -> None:
        """Cut the connections that there are when so many more messages went this way."""
        self._way, self._left, self.handed_on = way, messages, []

    def accept(self) -> None:
        """Hand on whatever comes, until nobody can connect any more."""
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                ends = client, socket.create_connection(self._server)
                for each in ends:
                    each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                for way, (heard, told) in {"to the server": ends, "from the server": ends[::-1]}.items():
                    threading.Thread(target=self._hand_on, args=(way, heard, told), daemon=True).start()

    def end(self) -> None:
        """Let nobody connect any more."""
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _hand_on(self, way: str, heard: socket.socket, told: socket.socket) -> None:
        waiting = b""
        with suppress(OSError):
            while said := heard.recv(65536):
                waiting += said
                while way == self._way and (message := _first(waiting)) and self._left:
                    waiting = waiting[len(message) :]
                    # Counted first: whoever is told may say at once where to cut next.
                    self.handed_on.append(message[:1])
                    self._left -= 1
                    told.sendall(message)
                if way == self._way and not self._left:
                    # Whoever connects anew is not cut.
                    self._way = None
                    break
                if way != self._way:
                    told.sendall(waiting)
                    waiting = b""
        for each in (heard, told):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()


def _first(waiting: bytes) -> bytes:
    """The first whole message of what has come; empty if there is none."""
    end = 1 + int.from_bytes(waiting[1:HEADER], "big")
    return waiting[:end] if len(waiting) >= max(HEADER, end) else b""


@contextmanager
def wire(url: str) -> Iterator[Wire]:
    """A wire to the server of a ledger."""
    made = Wire(url)
    threading.Thread(target=made.accept, daemon=True).start()
    try:
        yield made
    finally:
        made.end()
