"""The generator shows titles as they are written."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from concomp.site.generator.run import Unbuilt, run
from concomp.site.page import Page, write_page


def test_a_prime_stays_a_prime(tmp_path: Path) -> None:
    title = "Budget delta' of M'_i -- and M''"
    write_page(tmp_path / "sources", Page("index", title, "<p>About it.</p>"))
    run(tmp_path / "sources", tmp_path / "site", {}, 1, tmp_path / "work")
    page = (tmp_path / "site" / "index.html").read_text(encoding="utf-8").replace("&#39;", "'")
    assert f"<h1>{title}</h1>" in page
    assert title in (tmp_path / "site" / "searchindex.js").read_text(encoding="utf-8").replace("\\'", "'")


def test_every_page_has_the_icons_of_the_theme(tmp_path: Path) -> None:
    write_page(tmp_path / "sources", Page("index", "A title", "<p>About it.</p>"))
    run(tmp_path / "sources", tmp_path / "site", {}, 1, tmp_path / "work")
    page = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    used = set(re.findall(r'href="#(svg-[a-z-]+)"', page))
    assert used
    assert used <= set(re.findall(r'<symbol id="(svg-[a-z-]+)"', page))
    icons = re.search(r"<svg [^>]*>\s*<symbol.*</symbol>\s*</svg>", page, re.DOTALL)
    assert icons is not None
    ElementTree.fromstring(icons[0])


def test_a_warning_ends_the_building(tmp_path: Path) -> None:
    write_page(tmp_path / "sources", Page("index", "A title", "<p>About it.</p>"))
    (tmp_path / "sources" / "docs").mkdir()
    (tmp_path / "sources" / "docs" / "odd.md").write_text("# Odd\n\n```json\n[CM]\n```\n", encoding="utf-8")
    with pytest.raises(Unbuilt, match=r"the generator warns: docs/odd\.md:3: .*: mend it, .*; nothing was replaced$"):
        run(tmp_path / "sources", tmp_path / "site", {}, 1, tmp_path / "work")
