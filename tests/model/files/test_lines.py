"""A file of lines grows behind its last whole line, of which only the end is looked at."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path

import pytest

from concomp.model.files import lines
from concomp.model.files.contents import read_bytes
from concomp.model.files.errors import FormatError
from concomp.model.files.lines import add_line, whole_lines

BEGINNING = '{"ε": '.encode()


def test_lines_are_added_and_read(tmp_path: Path) -> None:
    file = tmp_path / "rows"
    assert whole_lines(file, BEGINNING) == []
    for number in range(3):
        add_line(file, {"ε": number})
    assert whole_lines(file, BEGINNING) == [f'{{"ε": {number}}}'.encode() for number in range(3)]


@pytest.mark.parametrize("block", [1, 3, 2**16])
@pytest.mark.parametrize(
    ("written", "kept"), [(b"1\n2\ncut", b"1\n2\n"), (b"cut off", b""), (b"", b""), (b"\n", b"\n")]
)
def test_what_was_cut_off_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, block: int, written: bytes, kept: bytes
) -> None:
    monkeypatch.setattr(lines, "BLOCK", block)
    file = tmp_path / "rows"
    file.write_bytes(written)
    add_line(file, 3)
    assert file.read_bytes() == kept + b"3\n"


@pytest.mark.parametrize("cut", ["", "{", '{"ε"', '{"ε": ', '{"ε": 12'])
def test_what_was_being_written_is_no_line(tmp_path: Path, cut: str) -> None:
    file = tmp_path / "rows"
    file.write_text('{"ε": 1}\n' + cut, encoding="utf-8")
    assert whole_lines(file, BEGINNING) == ['{"ε": 1}'.encode()]


@pytest.mark.parametrize("written", [b"\xff\xfe", b"my notes", b'{"type": "cm"}', b'{"\xce\xb5": 1}\nmy notes'])
def test_what_was_not_being_written_is_somebody_s(tmp_path: Path, written: bytes) -> None:
    file = tmp_path / "notes"
    file.write_bytes(written)
    number = 1 + written.count(b"\n")
    with pytest.raises(FormatError, match=rf"notes, line {number}: .*: no such line was being written: name"):
        whole_lines(file, BEGINNING)
    assert file.read_bytes() == written


class Counted(BytesIO):
    """Bytes, of which it is counted how many are read."""

    count = 0

    def read(self, size: int | None = -1, /) -> bytes:
        found = super().read(size)
        self.count += len(found)
        return found


def test_only_the_end_is_looked_at() -> None:
    stream = Counted(b"row\n" * lines.BLOCK + b"cut")
    assert lines._end_of_lines(stream) == 4 * lines.BLOCK
    assert stream.count == lines.BLOCK


@pytest.mark.parametrize("read", [lambda file: whole_lines(file, BEGINNING), lambda file: read_bytes(file, 100)])
def test_a_pipe_is_not_waited_for(tmp_path: Path, read: object) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FormatError, match="no regular file: name a file that is stored"):
        read(tmp_path / "pipe")  # type: ignore[operator]
