"""The command line. A command is brought in when it is asked for, so that none pays for the others.

Exit status: 0 fine · 1 it does not hold · 2 bad input · 3 undecided within the limits · 130 interrupted · 141 nobody
reads the output.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

import click

from concomp.cli.errors import REMEDIES

COMMANDS = (
    "advise",
    "audit",
    "check",
    "compose",
    "conform",
    "confounding",
    "experiment",
    "explain",
    "ledger",
    "list",
    "map",
    "site",
    "verify",
)
UNUSABLE, INTERRUPTED, UNREAD = 2, 130, 141
EXAMPLES = """\b
Examples:
  concomp check                              how far every statement is established
  concomp explain "HSV26 Theorem 5.4"        the story of one statement
  concomp list parallel composition          the statements that some words fit, and how they stand
  concomp audit examples/rr.json             the exact privacy of a mechanism
  concomp compose --param eps=0.1 --count 100 --delta 1e-6
                                             optimal composition of a fixed list
  concomp verify stream.py                   the properties of a verification function of yours
  concomp conform --adapter ./mine           test a library, in any language, against the statements
  concomp confounding examples/confounding/crossing.json
                                             mechanisms on data that depend on a secret
  concomp experiment membership              experiments of the papers, run again
  concomp advise plan.toml                   which theorem covers a plan, and what it guarantees
  concomp ledger verify budget.db            the charges of sessions, made again
  concomp map                                write paper_map.md and statements.lock
  concomp site build/site                    all of it as a site, to look at in a browser
"""


class CommandLine(click.Group):
    """A group whose commands are modules, and whose errors are one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        # Not by `list`: the command of that name, once brought in, stands under it here.
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = import_module(f"{__name__}.{cmd_name}").command
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is asked for; NoSuchCommand, with those of nearly that name, if there is none."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            raise click.NoSuchCommand(error.command_name, possibilities=COMMANDS, ctx=ctx) from None

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the command line and exit; an unexpected exception is not hidden behind an exit status."""
        _open_what_is_closed()
        with _reader_may_leave():
            self._run(*args, **extra)

    def _run(self, *args: Any, **extra: Any) -> None:
        try:
            status = super().main(*args, **{**extra, "standalone_mode": False})
        except click.UsageError as error:
            command = error.ctx.command_path if error.ctx is not None else "concomp"
            click.echo(f"concomp: {one_line(error)} See {command} --help", err=True)
            sys.exit(error.exit_code)
        except click.ClickException as error:
            click.echo(f"concomp: {one_line(error)}", err=True)
            sys.exit(error.exit_code)
        except (click.Abort, KeyboardInterrupt):
            click.echo("concomp: interrupted", err=True)
            sys.exit(INTERRUPTED)
        except OSError as error:
            if error.errno not in REMEDIES:
                raise
            place = "the output" if error.filename is None else error.filename
            click.echo(f"concomp: {place}: {error.strerror}: {REMEDIES[error.errno]}", err=True)
            _forget_output()
            sys.exit(UNUSABLE)
        sys.exit(status if isinstance(status, int) else 0)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the arguments, and print help where that is asked for."""
        with _reader_may_leave():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _reader_may_leave():
            return super().invoke(ctx)


@contextmanager
def _reader_may_leave() -> Iterator[None]:
    """Tell a reader that went away, like `| head -1`, from a claim that does not hold."""
    try:
        yield
    except BrokenPipeError:
        _forget_output()
        sys.exit(UNREAD)


def _open_what_is_closed() -> None:
    """Let no file or pipe of ours take the place of a standard stream that is closed, here or in a child process."""
    for descriptor, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        try:
            os.fstat(descriptor)
        except OSError:
            # The lowest number that is free is this one.
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
            setattr(sys, name, os.fdopen(descriptor, mode, encoding="utf-8", closefd=False))


def _forget_output() -> None:
    """Keep Python from writing the rest of the output at its end, which would fail again."""
    for stream in (sys.stdout, sys.stderr):
        # What stands for a standard stream in a test is no file.
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def one_line(error: click.ClickException) -> str:
    """The message of an error, on one line."""
    return " ".join(error.format_message().split())


@click.group("concomp", cls=CommandLine, epilog=EXAMPLES, invoke_without_command=True)
@click.version_option(package_name="concomp", message="concomp %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Concurrent composition of differentially private mechanisms: what the papers prove, checked exactly."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
