"""What a process has seen of books: the newest entry of each, by which it notices that an old copy was put back."""

from __future__ import annotations

from dataclasses import dataclass

from concomp.impl.session.isolation import Turn


@dataclass(frozen=True)
class Seen:
    """An entry that was there. number: from 1; 0 if none was seen. hash: of the entry, by which it is known again."""

    number: int
    hash: str


NOTHING = Seen(0, "")


class Memory:
    """The newest entry that was seen of each book."""

    __slots__ = ("_seen", "_turn")

    def __init__(self) -> None:
        """Nothing has been seen."""
        self._seen: dict[str, Seen] = {}
        self._turn = Turn()

    def of(self, book: str) -> Seen:
        """The newest entry that was seen of a book."""
        return self._seen.get(book, NOTHING)

    def note(self, book: str, seen: Seen) -> None:
        """Keep in mind that a book has an entry; an older one is no news."""
        with self._turn.taken():
            if seen.number > self.of(book).number:
                self._seen[book] = seen
