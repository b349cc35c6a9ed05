"""The generator shows titles as they are written."""

from __future__ import annotations

from pathlib import Path

from concomp.site.generator.run import run
from concomp.site.page import Page, write_page


def test_a_prime_stays_a_prime(tmp_path: Path) -> None:
    title = "Budget delta' of M'_i -- and M''"
    write_page(tmp_path / "sources", Page("index", title, "<p>About it.</p>"))
    assert run(tmp_path / "sources", tmp_path / "site", {}, 1, tmp_path / "work") == []
    page = (tmp_path / "site" / "index.html").read_text(encoding="utf-8").replace("&#39;", "'")
    assert f"<h1>{title}</h1>" in page
    assert title in (tmp_path / "site" / "searchindex.js").read_text(encoding="utf-8").replace("\\'", "'")
