"""How tests ask `concomp compose` about a file, and what they are told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from concomp.cli import main


def run(tmp_path: Path, content: Any, *options: str) -> Result:
    file = tmp_path / "list.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return CliRunner().invoke(main, ["compose", "--file", str(file), *options])


def data(tmp_path: Path, content: Any, *options: str) -> Any:
    result = run(tmp_path, content, *options, "--json")
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return json.loads(result.stdout)


def lines(tmp_path: Path, content: Any, *options: str) -> list[str]:
    result = run(tmp_path, content, *options)
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return result.stdout.splitlines()


def refused(result: Result) -> str:
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    (line,) = result.stderr.splitlines()
    assert len(line) < 420
    return line
