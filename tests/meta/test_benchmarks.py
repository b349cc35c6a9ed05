"""The benchmarks compare what they say they compare, and do without the peers."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from benchmarks import composition, measures, peers, session_peers
from benchmarks.__main__ import main, row
from benchmarks.composition import Answer, compared, different, equal
from benchmarks.peers import Claim
from benchmarks.timing import in_turns
from concomp.impl.accounting.numbers import Bounds, known


def test_runs_are_taken_in_turns() -> None:
    order: list[str] = []
    times = in_turns({"a": lambda: order.append("a"), "b": lambda: order.append("b")})
    assert order == ["a", "b"] * 5
    assert {len(each.wall) for each in times.values()} == {5}


def test_enumeration_induction_and_engine_are_compared() -> None:
    assert row(2, 1)[-1] == "1/6"


def test_a_peer_is_put_beside_the_truth() -> None:
    question = equal(10, F(11, 10), F(1, 10**6))
    first, second = compared(question, {"peer": lambda parameters, epsilon, delta: Claim(0.0, 0.9, None)})
    assert first[5] == "0.95245850956"
    assert second[1] == "peer"
    assert second[-1] == "-5.2e-02"


def test_a_peer_that_fails_is_said_to() -> None:
    def fails(parameters: object, epsilon: float, delta: float) -> Claim:
        raise RuntimeError("no mean")

    *_, last = compared(different(5), {"peer": fails})
    assert last[1:3] == ("peer", "RuntimeError: no mean")


def test_an_answer_that_is_not_close_ends_the_benchmark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(composition, "answer", lambda question: Answer(Bounds(F(1, 10), F(2, 10)), known(F(2))))
    with pytest.raises(AssertionError, match=r"bounds are 1\.0 apart"):
        list(compared(different(5), {}))


def test_renyi_accountants_are_put_beside_ours() -> None:
    *_, last = measures.questions()
    first, second = measures.compared(last, {"peer": lambda question: 4.81})
    assert first[4] == "4.80734865973"
    assert second[1] == "peer"
    assert second[-1] == "+2.7e-03"
    with pytest.raises(AssertionError, match=r"100 responses, E = 11/10: peer says 4\.8, less than 4\.807"):
        list(measures.compared(last, {"peer": lambda question: 4.8}))


def test_compositions_of_measures_do_without_the_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measures, "find_spec", lambda name: None)
    *_, last = measures.questions()
    monkeypatch.setattr(measures, "questions", lambda: [last])
    told = "\n".join(measures.lines())
    assert "autodp is not installed: pip install -e '.[peers]'" in told
    assert "by optimal composition, is 4.530195026" in told
    assert "tensor power 1000" in told


def test_without_peers_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "find_spec", lambda name: None)
    monkeypatch.setattr(composition, "different", lambda count: different(2))
    monkeypatch.setattr(composition, "incommensurable", lambda count: different(3))
    told = "\n".join(composition.lines())
    assert "dp_accounting is not installed: pip install -e '.[peers]'" in told
    assert "prv_accountant is not installed" in told


def test_sessions_do_without_the_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_peers, "find_spec", lambda name: None)
    assert list(session_peers.lines()) == [
        "opendp is not installed: pip install -e '.[peers]'",
        "tmlt is not installed: it needs Spark, and so Java; pip install tmlt.analytics where there is one",
    ]


def test_a_peer_of_sessions_has_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[str] = []
    works = (lambda: counted.append("launch"), lambda: counted.append("answer"))
    monkeypatch.setattr(session_peers, "find_spec", lambda name: name == "peer")
    monkeypatch.setattr(session_peers, "PEERS", {"peer": lambda: works})
    heading, line = session_peers.lines()
    assert heading.split()[0] == "library"
    assert line.split()[0] == "peer"
    assert counted.count("launch") == 1070


def test_a_section_that_is_not_there_is_named() -> None:
    with pytest.raises(SystemExit, match="colour: there is no such section; name some of definitions"):
        main(["colour"])
