"""A site with a link that leads nowhere, or that loads something from elsewhere, is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.site.colours import faint_arrows, too_faint
from tests.tools.site.reading import broken_links, loaded_from_elsewhere
from tests.tools.site.test_colours import SHEET

SOUND = '<p id="here"><a href="#here">here</a> <a href="https://example.org">elsewhere</a></p>'
BROKEN = [
    '<a href="gone/index.html">gone</a>',
    '<a href="#gone">gone</a>',
    '<a href="index.html#gone">gone</a>',
    '<img src="gone.png">',
]
FOREIGN = [
    '<script src="https://example.org/x.js"></script>',
    '<link rel="stylesheet" href="//example.org/x.css">',
    '<img src="http://example.org/x.png">',
]


def _site(folder: Path, html: str) -> Path:
    (folder / "index.html").write_text(html, encoding="utf-8")
    return folder


def test_a_sound_page_passes(tmp_path: Path) -> None:
    site = _site(tmp_path, SOUND)
    assert [*broken_links(site), *loaded_from_elsewhere(site)] == []


@pytest.mark.parametrize("html", BROKEN)
def test_a_link_that_leads_nowhere_is_noticed(tmp_path: Path, html: str) -> None:
    assert len(list(broken_links(_site(tmp_path, SOUND + html)))) == 1


@pytest.mark.parametrize("html", FOREIGN)
def test_what_is_loaded_from_elsewhere_is_noticed(tmp_path: Path, html: str) -> None:
    assert len(list(loaded_from_elsewhere(_site(tmp_path, SOUND + html)))) == 1


def test_a_style_sheet_that_fetches_a_font_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "x.css").write_text("@font-face { src: url(https://example.org/x.woff) }", encoding="utf-8")
    assert len(list(loaded_from_elsewhere(_site(tmp_path, SOUND)))) == 1


@pytest.mark.parametrize(("colour", "faint"), [("#0b6b3a", "#6fae8c"), ("#62d196", "#2a4a3a")])
def test_a_colour_that_cannot_be_read_is_noticed(colour: str, faint: str) -> None:
    assert {name for _, name, _ in too_faint(SHEET.replace(colour, faint))} == {"proved"}


def test_arrows_that_do_not_stand_out_are_noticed() -> None:
    assert list(faint_arrows(SHEET.replace("stroke-opacity: 0.7", "stroke-opacity: 0.5"))) == ["light"]
