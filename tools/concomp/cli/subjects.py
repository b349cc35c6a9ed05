"""What is audited: a file that describes a mechanism, or a game that is written in Python."""

from __future__ import annotations

from dataclasses import dataclass

import click

from concomp.cli.errors import BadInput
from concomp.impl.audit.setting import Setting, of_document, of_game
from concomp.model.files import Document, FormatError, game, read_file
from concomp.model.files.errors import quoted
from concomp.model.mechanisms.privacy import Game
from concomp.obligations.verify.user_files.importing import BadFile, imported


@dataclass(frozen=True, eq=False)
class Subject:
    """What is audited: the setting, the same as one game, and the document if there is one."""

    setting: Setting
    game: Game
    document: Document | None

    @property
    def horizon(self) -> int:
        """The largest number of queries."""
        return self.setting.interleaving.rounds


def in_python(file: str) -> bool:
    """Whether FILE.py:NAME is meant."""
    return file.rpartition(":")[0].endswith(".py")


def source(file: str) -> str:
    """The file itself, without the name of a game in it."""
    return file.rpartition(":")[0] if in_python(file) else file


def read_subject(file: str) -> Subject:
    """The subject in a file, or under a name in a Python file; BadInput if there is none."""
    if in_python(file):
        return _game(*file.rsplit(":", 1))
    if file.endswith(".py"):
        raise BadInput(f"{file_name(file)}: names no game: name one in it, FILE.py:NAME")
    try:
        document = read_file(file)
    except FormatError as error:
        raise BadInput(f"{file_name(file)}: {error}") from None
    return Subject(of_document(document), game(document), document)


def _game(file: str, name: str) -> Subject:
    """The game of this name in a Python file."""
    try:
        module = imported(file)
    except BadFile as error:
        raise BadInput(str(error)) from None
    if not hasattr(module, name):
        raise BadInput(f"{file_name(file)}: {quoted(name)}: there is no such name; name a Game")
    found = getattr(module, name)
    if not isinstance(found, Game):
        raise BadInput(
            f"{file_name(file)}: {quoted(name)}: {type(found).__name__}: make it a Game, "
            "for example by concomp.model.continual_game"
        )
    return Subject(of_game(found), found, None)


def file_name(file: str) -> str:
    """The name of a file on one line."""
    name = click.format_filename(file)
    return name if name.isprintable() else quoted(name)
