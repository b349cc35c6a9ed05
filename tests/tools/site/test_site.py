"""A site as it lies on the disk: all links lead somewhere, nothing is loaded from elsewhere, and it is small."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest
from click.testing import CliRunner

from concomp.cli import main
from concomp.model.registry.registry import load
from concomp.obligations.runner.store import slug
from tests.tools.site.reading import broken_links, loaded_from_elsewhere, pages, read

LARGEST_PAGE, LARGEST_SITE = 300_000, 40_000_000
TASKS = {
    "hsv26/theorem-5-4/index.html": "false as printed",
    "hsv26/definition-4-9-repaired/index.html": "Proved of it",
    "hsv26/theorem-12-4/index.html": "HSV26 Definition 12.1",
}
"""What three readers look for, and the words that answer them."""


def _demand_sound(site: Path) -> None:
    assert list(broken_links(site)) == []
    assert list(loaded_from_elsewhere(site)) == []
    assert max(page.stat().st_size for page in pages(site)) < LARGEST_PAGE
    assert sum(file.stat().st_size for file in site.rglob("*") if file.is_file()) < LARGEST_SITE


def test_a_site_of_one_statement(tmp_path: Path) -> None:
    site = tmp_path / "site"
    ran = CliRunner().invoke(main, ["site", str(site), "hsv26 cor 3.8"])
    assert ran.exit_code == 0, ran.output
    _demand_sound(site)
    text = " ".join(read(site / "hsv26" / "corollary-3-8" / "index.html").text)
    assert "HSV26 Corollary 3.8" in text
    assert "3.8" in (site / "searchindex.js").read_text(encoding="utf-8")
    assert not (site / "docs").exists()


@pytest.mark.full
def test_the_whole_site(tmp_path: Path) -> None:
    site = tmp_path / "site"
    ran = CliRunner().invoke(main, ["site", str(site)])
    assert ran.exit_code == 0, ran.output
    _demand_sound(site)
    for row in load().statements.values():
        assert (site / slug(row.source) / slug(row.label) / "index.html").is_file()
    for name in load().errata:
        assert (site / "errata" / slug(name) / "index.html").is_file()
    assert not (site / "docs" / "defects").exists()
    near = _within(site, 3)
    for page, answer in TASKS.items():
        assert site / page in near
        assert answer in " ".join(read(site / page).text)
    assert any("/hsv26/" in link for link in read(site / "docs" / "background.html").links)
    assert "Realises" in " ".join(chain.from_iterable(read(page).text for page in (site / "library").glob("*.html")))


def _within(site: Path, clicks: int) -> set[Path]:
    """The pages that are so many clicks from the home page, or fewer."""
    reached = {site / "index.html"}
    for _ in range(clicks):
        linked = {(page.parent / link.partition("#")[0]).resolve() for page in reached for link in read(page).links}
        reached |= {page for page in linked if page.is_file() and page.suffix == ".html"}
    return reached
