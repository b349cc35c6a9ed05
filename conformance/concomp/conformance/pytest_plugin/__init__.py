"""The vectors as tests of pytest, one a vector: `pytest --concomp-adapter "node my.js"`.

pytest loads this wherever concomp is installed, so that nothing more is brought in unless an option is given.
"""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options: who is asked, and what is known to fail."""
    group = parser.getgroup("concomp", "conformance of a library of differential privacy")
    group.addoption("--concomp-adapter", metavar="COMMAND", help="What starts the target, in any language.")
    group.addoption("--concomp-target", metavar="TARGET", help="A target in Python: FILE.py:NAME or MODULE:NAME.")
    group.addoption("--concomp-known", metavar="FILE", help="TOML: failures that are known, with reasons.")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add the vectors, before others choose by name what is run."""
    adapter, target = config.getoption("concomp_adapter"), config.getoption("concomp_target")
    if adapter is None and target is None:
        return
    from concomp.conformance.pytest_plugin.suite import Suite

    known = config.getoption("concomp_known")
    suite = Suite.from_parent(session, name="concomp", nodeid="concomp", target=target, adapter=adapter, known=known)
    # As pytest does with a file: so they are counted, and what goes wrong is reported, by a process of its own as well.
    report = session.ihook.pytest_make_collect_report(collector=suite)
    report.__dict__.pop("call", None)
    session.ihook.pytest_collectreport(report=report)
    items += report.result


def pytest_collection_finish(session: pytest.Session) -> None:
    """Refuse to pass by putting nothing: of the vectors that were chosen one at least has to be claimed."""
    if session.config.getoption("concomp_adapter") is None and session.config.getoption("concomp_target") is None:
        return
    vectors = [item for item in session.items if item.nodeid.startswith("concomp::")]
    if vectors and all(item.get_closest_marker("skip") is not None for item in vectors):
        raise pytest.UsageError("concomp: the target claims nothing that the chosen vectors are about: choose others")
