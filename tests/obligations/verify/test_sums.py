"""What is so at each index limits what is summed up over all of them."""

from __future__ import annotations

from tests.obligations.verify import summed as s
from tests.obligations.verify.settling import verify


def test_few_users_who_spend_little_spend_little_together() -> None:
    report = verify(s.FewUsers(), ["included"], within=s.Total())
    assert report["included"].verdict == "proved"
    assert any("with sums" in line for line in report["included"].tried)
    assert report["included"].scope == "all lengths, all k"
