"""Lemma 4.7 without trusting it: for every mechanism of a family the simulation is built and checked.

A certificate holds the tables of a post-processing T of one randomised response. Whoever checks it adds and multiplies
along the histories of the running mechanism, and uses neither the lemma nor how T was found. It is asked for the least
δ, for which the engine's best adversary is a witness, so that no certificate for less can be right.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Any

from pydantic import JsonValue

from concomp.impl.audit.simulation import NotPrivate, certify
from concomp.model.files.certificates import BY_REPR, certificate_text, digest, read_certificate
from concomp.model.files.errors import FormatError
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ZERO
from concomp.model.mechanisms.distinguisher import advantage
from concomp.model.mechanisms.interactive import Message
from concomp.model.mechanisms.privacy import Game, exchange_worlds
from concomp.model.mechanisms.randomised_response import BITS, NOISY, response
from concomp.model.reduction.certificate import Certificate, CertificateError, check_certificate
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check_of_findings
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.simulation.mechanisms import KINDS, SimulatedMechanism, long, short

LESS = tuple(1 - Fraction(1, part) for part in (100, 10**9))
"""What is left of δ where too little of it is given."""
REBUILT = Fraction(3, 2)
"""The e^ε at which the certificates with many histories are built again."""


@dataclass(frozen=True, eq=False)
class Certified:
    """A member of the family with a certificate of its least δ, and the number of histories that it imitates."""

    subject: SimulatedMechanism
    certificate: Certificate
    histories: int

    @property
    def privacy(self) -> PrivacyParameters:
        """The label."""
        return self.certificate.privacy

    def __repr__(self) -> str:
        return f"{self.subject} at e^ε = {self.privacy.e_eps}, δ = {self.privacy.delta}"


def build() -> JsonValue:
    """The certificates of the members, those with many histories by their digests."""
    return {
        "whole": {repr(subject): dict(map(_whole, _certified(subject))) for subject in short()},
        "digests": {repr(subject): dict(map(_digest, _certified(subject))) for subject in long()},
    }


def _certified(subject: SimulatedMechanism) -> Iterator[Certified]:
    for e_eps in subject.odds:
        yield _build(subject, subject.privacy(e_eps))


def _build(subject: SimulatedMechanism, privacy: PrivacyParameters) -> Certified:
    certificate = certify(subject.game, privacy)
    return Certified(subject, certificate, check_certificate(certificate, subject.game))


def _whole(each: Certified) -> tuple[str, JsonValue]:
    return str(each.privacy.e_eps), certificate_text(each.certificate, BY_REPR)


def _digest(each: Certified) -> tuple[str, JsonValue]:
    histories, hashed = each.histories, digest(each.certificate, BY_REPR)
    return str(each.privacy.e_eps), {"delta": str(each.privacy.delta), "histories": histories, "digest": hashed}


@check_of_findings("HSV26 Lemma 4.7", find=build)
def certificates_of_a_family_hold(findings: JsonValue) -> Outcome:
    """Every committed T imitates the running mechanism in both worlds, exactly; none is right for any smaller δ."""
    told: Any = findings
    whole, digests = told["whole"], told["digests"]
    expect(whole.keys() == set(map(repr, short())), "the certificates are about other mechanisms")
    expect(digests.keys() == set(map(repr, long())), "the digests are about other mechanisms")
    cases = [each for subject in short() for each in _parse(subject, whole[repr(subject)])]
    for subject in long():
        _rebuild(subject, digests[repr(subject)])
    exposing = [each for each in cases if each.privacy.delta > 0]
    cornered = [each for each in cases if not each.privacy.delta and each.privacy.e_eps == each.subject.corner > 1]
    for each in exposing:
        _is_least(each)
    for each in cornered:
        _is_refused_for(each, PrivacyParameters(1 + (each.privacy.e_eps - 1) * LESS[0], ZERO))
    for each in cases:
        _is_exactly_this(each)
    one_sided = sum(_is_refused_where_one_world_is_right(each) for each in cases)
    expect(one_sided > 0, "no certificate can be changed in one world only")
    for kind in KINDS:
        first_case(
            (each for each in cases if each.subject.kind == kind), f"no member of the kind “{kind}” is certified"
        )
    witness = first_case(
        (each for each in exposing if each.privacy.e_eps > 1 and each.privacy.delta < 1), "all is 0 or 1"
    )
    pure = first_case((each for each in cases if not each.privacy.delta and _tells(each)), "nothing is purely private")
    strangers = sum(len(_asked_alike(each.subject)) for each in cases)
    sizes = [entry["histories"] for labels in digests.values() for entry in labels.values()]
    return Outcome(
        verdict="exact",
        scope=f"{len(short())} mechanisms with up to {max(each.histories for each in cases)} histories and "
        f"{len(long())} with up to {max(sizes)}: {', '.join(KINDS)}; each at its least δ for e^ε = 1, 3/2, 3 and from "
        "where δ falls no further",
        size=len(cases) + len(sizes),
        witness=f"{witness}; at δ = 0: {pure}",
        control=f"{len(exposing)} of them are refused with 99/100 of δ, and with 1 − 10⁻⁹ of it, by who builds "
        f"certificates and by who checks the tables; {len(cornered)} with δ = 0 are so with 99/100 of e^ε − 1. Every "
        "one is refused with one share changed, with the worlds exchanged where these differ, for other members that "
        f"are asked alike, {strangers} times, and where a change keeps one world right, {one_sided} times",
        notes=(
            "For these mechanisms nothing of the lemma is trusted; that T ∘* RR is private is post-processing "
            "(Lemma 2.16), and that compositions follow is Theorem 4.10.",
            f"Committed whole: {len(cases)} certificates. By digest: {len(sizes)}; those at e^ε = {REBUILT} are built "
            "again, checked, and compared with the digest.",
            "That δ is the least is shown by the engine's adversary, whose gain on the running mechanism is recomputed "
            "by the model.",
        ),
    )


def _parse(subject: SimulatedMechanism, labels: Any) -> Iterator[Certified]:
    expect(labels.keys() == {str(e_eps) for e_eps in subject.odds}, f"{subject} is certified for e^ε in {list(labels)}")
    for e_eps in subject.odds:
        try:
            certificate = read_certificate(labels[str(e_eps)].encode(), subject.game, BY_REPR)
            histories = check_certificate(certificate, subject.game)
        except (CertificateError, FormatError) as error:
            expect(False, f"the certificate of {subject} for e^ε = {e_eps} does not hold: {error}")
        expect(certificate.privacy.e_eps == e_eps, f"the certificate of {subject} for e^ε = {e_eps} is for another")
        yield Certified(subject, certificate, histories)


def _rebuild(subject: SimulatedMechanism, labels: Any) -> None:
    entry = labels[str(REBUILT)]
    privacy = subject.privacy(REBUILT)
    expect(str(privacy.delta) == entry["delta"], f"{subject} has the least δ {privacy.delta}, not {entry['delta']}")
    again = _build(subject, privacy)
    expect(_digest(again)[1] == entry, f"the certificate of {subject} for {privacy} is another one")


def _is_least(each: Certified) -> None:
    """An adversary gains δ, the builder refuses less, and the tables are not right for less."""
    subject, privacy = each.subject, each.privacy
    expect(_gained(subject, privacy.e_eps) == privacy.delta, f"the best adversary of {each} does not gain δ")
    for part in LESS:
        _is_refused_for(each, PrivacyParameters(privacy.e_eps, privacy.delta * part))


def _is_refused_for(each: Certified, smaller: PrivacyParameters) -> None:
    game = each.subject.game
    expect(_too_small(each.subject, smaller), f"{each.subject} is certified for {smaller}")
    expect(_refused(Certificate(smaller, each.certificate.table), game), f"{each}: {smaller} passes as well")


def _gained(subject: SimulatedMechanism, e_eps: Fraction) -> Fraction:
    """What the engine's adversary gains on the running mechanism, in the better direction."""
    deltas = subject.audit.deltas(e_eps)
    suspected = deltas.index(max(deltas))
    game = exchange_worlds(subject.game) if suspected else subject.game
    return advantage(game, subject.audit.plan(e_eps, suspected), e_eps)


def _too_small(subject: SimulatedMechanism, privacy: PrivacyParameters) -> bool:
    try:
        certify(subject.game, privacy)
    except NotPrivate:
        return True
    return False


def _refused(certificate: Certificate, game: Game) -> bool:
    try:
        check_certificate(certificate, game)
    except CertificateError:
        return True
    return False


def _is_exactly_this(each: Certified) -> None:
    """One share changed, and other mechanisms, are refused."""
    game = each.subject.game
    expect(_refused(_one_share_changed(each.certificate), game), f"{each}: a share does not matter")
    for other in _asked_alike(each.subject):
        expect(_refused(each.certificate, other.game), f"the certificate of {each} serves {other}")
    if _tells(each):
        expect(_refused(each.certificate, exchange_worlds(game)), f"{each}: the worlds may be exchanged")


def _is_refused_where_one_world_is_right(each: Certified) -> int:
    """In how many ways the first noisy answers can be changed so that the chances stay what they are in one world."""
    ways = 0
    for world in BITS:
        changed = _right_in(world, each.certificate, each.subject.game.queries[0])
        if changed is not None:
            expect(_refused(changed, each.subject.game), f"{each}: it is enough to be right in world {world}")
            ways += 1
    return ways


def _right_in(world: int, certificate: Certificate, query: Message) -> Certificate | None:
    """Share is moved between two answers where the noise shows 0, and back where it shows 1, as the world needs it."""
    first, second = (((NOISY, shown), (), query) for shown in BITS)
    if certificate.privacy.e_eps == 1 or first not in certificate.table or second not in certificate.table:
        return None
    drawn = response(certificate.privacy, world)
    rows = dict(certificate.table[first]), dict(certificate.table[second])
    odds = drawn[NOISY, 0] / drawn[NOISY, 1]
    for giving, taking in permutations(rows[0], 2):
        moved = min(rows[0][giving], rows[1].get(taking, ZERO) / odds)
        if moved and giving in rows[1]:
            for row, answer, by in (
                (rows[0], giving, -moved),
                (rows[0], taking, moved),
                (rows[1], giving, moved * odds),
                (rows[1], taking, -moved * odds),
            ):
                row[answer] += by
            return Certificate(certificate.privacy, {**certificate.table, first: rows[0], second: rows[1]})
    return None


def _asked_alike(subject: SimulatedMechanism) -> list[SimulatedMechanism]:
    """The other members with the same queries and as many rounds."""
    asked = subject.game.queries, subject.game.rounds
    return [other for other in short() if other is not subject and (other.game.queries, other.game.rounds) == asked]


def _tells(each: Certified) -> bool:
    """Whether the worlds differ at all."""
    return each.subject.privacy(Fraction(1)).delta > 0


def _one_share_changed(certificate: Certificate) -> Certificate:
    """In the longest row the first positive share is halved, and the last of the others takes the rest, if any."""
    key = max(certificate.table, key=lambda each: (len(certificate.table[each]), len(each[1])))
    row = dict(certificate.table[key])
    giving = next(answer for answer, share in row.items() if share > 0)
    moved = row[giving] / 2
    row[giving] -= moved
    for taking in [answer for answer in row if answer != giving][-1:]:
        row[taking] += moved
    return Certificate(certificate.privacy, {**certificate.table, key: row})
