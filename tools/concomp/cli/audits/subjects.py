"""What is audited: a file that describes a mechanism, or a game that is written in Python."""

from __future__ import annotations

from collections.abc import Mapping

import click

from concomp.cli.errors import BadInput, Undecided
from concomp.door.mechanisms import Subject, described, subject
from concomp.model.files import FormatError, read_file
from concomp.model.files.errors import quoted
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.mechanisms.privacy import Game
from concomp.obligations.verify.user_files.importing import BadFile, import_file

MAKING = "for example by concomp.model.continual_game"


def is_python(file: str) -> bool:
    """Whether FILE.py or FILE.py:NAME is meant."""
    return source(file).endswith(".py")


def source(file: str) -> str:
    """The file itself, without the name of a game in it."""
    whole, _, _ = file.rpartition(":")
    return whole if whole.endswith(".py") else file


def read_subject(file: str) -> Subject:
    """The subject in a file, or in a Python file, under a name or the only one there; BadInput if there is none."""
    if is_python(file):
        return _game(source(file), file.removeprefix(source(file)).removeprefix(":") or None)
    try:
        return described(read_file(file))
    except FormatError as error:
        raise BadInput(f"{file_name(file)}: {error}") from None


def _game(file: str, name: str | None) -> Subject:
    """The game of this name in a Python file, the only one if no name is given."""
    try:
        module = import_file(file)
    except BadFile as error:
        raise BadInput(str(error)) from None
    games = {each: value for each, value in vars(module).items() if isinstance(value, Game)}
    if name is None:
        name = _only(file, games)
    if name not in games:
        raise BadInput(f"{file_name(file)}: {quoted(name)}: {_instead(getattr(module, name, None), games)}")
    try:
        return subject(games[name])
    except TooLarge as error:
        raise Undecided(f"{file_name(file)}: {error}") from None


def _only(file: str, games: Mapping[str, Game]) -> str:
    if not games:
        raise BadInput(f"{file_name(file)}: holds no Game: make one, {MAKING}")
    if len(games) > 1:
        choices = ", ".join(f"{file_name(file)}:{name}" for name in games)
        raise BadInput(f"{file_name(file)}: holds {len(games)} games: name one of them: {choices}")
    return next(iter(games))


def _instead(found: object, games: Mapping[str, Game]) -> str:
    """What to do about a name that is no game's."""
    if found is not None:
        return f"{type(found).__name__}: make it a Game, {MAKING}"
    return f"there is no such name; name a Game{': ' * bool(games)}{', '.join(games)}"


def file_name(file: str) -> str:
    """The name of a file on one line."""
    name = click.format_filename(file)
    return name if name.isprintable() else quoted(name)
