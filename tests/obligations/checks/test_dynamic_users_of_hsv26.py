"""Users who come and go, and parties that collude: each check establishes its remark, and notices what is wrong."""

from __future__ import annotations

from concomp.obligations.checks.hsv26.applications import dynamic_users
from concomp.obligations.families.small.leaking import leaking_mechanism
from tests.obligations.checks.establishing import Wrong, checks_in, establishing, noticing

CHECKS = checks_in("concomp.obligations.checks", ["hsv26.applications.dynamic_users"])
MODULE = dynamic_users.__name__
WRONG: tuple[Wrong, ...] = (
    ("HSV26 Remark 8.10", MODULE, "leaking_mechanism", lambda delta: leaking_mechanism(delta / 2)),
    ("HSV26 Remark 8.10", MODULE, "exposure", lambda users: dynamic_users.DELTA),
    ("HSV26 Remark 8.11", MODULE, "most_exposing", lambda users, differing, e_eps: dynamic_users.ZERO),
    ("HSV26 Remark 8.11", MODULE, "most_exposing_alone", lambda users, place, e_eps: dynamic_users.ZERO),
)


test_each_check_establishes_its_statement = establishing(CHECKS.values())


test_a_wrong_definition_is_noticed = noticing(CHECKS, WRONG)
