"""What is asked of a user's functions, as it was typed."""

from __future__ import annotations

from collections.abc import Iterable

from concomp.cli.errors import BadInput
from concomp.verification.messages import Lemma, Place


def place_of(text: str) -> Place:
    """The file and the name; a colon elsewhere in the path is none of ours."""
    file, colon, name = text.rpartition(":")
    return (file, name) if colon and name.isidentifier() else (text, None)


def lemma_of(text: str) -> Lemma:
    """The function, or None for the one that is verified, and the property; BadInput if a part is missing."""
    place, colon, name = (part.strip() for part in text.rpartition(":"))
    if not name or (colon and not place):
        raise BadInput(
            f"--assuming {text!r}: names no {'function' if name else 'property'}; write it as "
            '--assuming "first-pair consistent", or --assuming "FILE.py:L: first-pair consistent"'
        )
    return (place_of(place) if colon else None), name


def assignments(option: str, texts: Iterable[str], example: str) -> dict[str, str]:
    """The values that an option gives, by name, each name once."""
    given: dict[str, str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name:
            raise BadInput(f"{option} {text}: is no name with a value; write {option} {example}")
        if name in given:
            raise BadInput(f"{option} {text}: {name} is {given[name]} already; give it once")
        given[name] = value
    return given
