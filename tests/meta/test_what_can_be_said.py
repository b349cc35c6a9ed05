"""What is said in words is one of a closed table, and what a rule binds is never captured: attacks, refused by both.

Each of these once ended in a falsehood that was stated, proved and replayed with both solvers.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import TRUE
from concomp.obligations import derivations
from concomp.obligations.derivations.kernel import facts, freshness, indices, sentences, statements
from concomp.obligations.derivations.kernel.facts import Fact, Rule, WrongStep, _derive
from concomp.obligations.derivations.kernel.indices import (
    CLOSED_SORTS,
    EMPTY,
    OF_THE_WORLD,
    OF_TRANSCRIPTS,
    SORTS,
    Compound,
    Constructor,
    Var,
)
from concomp.obligations.derivations.kernel.language import Implication, Proposition, Quantity, eq, le
from concomp.obligations.derivations.kernel.logic import (
    apply_lemma,
    define,
    detach,
    discharge,
    hypothesis,
    instance,
    solve,
    state,
    suppose,
)
from concomp.obligations.derivations.kernel.sealing import LETTERS, SIGNS, IllFormed
from concomp.obligations.derivations.kernel.sentences import SENTENCES
from concomp.obligations.derivations.systems import pairs, theorems
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.guards import identical
from concomp.obligations.derivations.systems.descriptions.messages import HALTING, pair
from concomp.obligations.derivations.systems.language import (
    ACQUIRING,
    ASKING,
    CM,
    DEALING,
    HANDED,
    IDENTIFIED,
    IDENTIFIER,
    MEMBERS,
    PARAMETERS,
    SIMULATORS,
    TOGETHER,
    TOLD,
    C,
    M,
    Q,
)
from concomp.obligations.derivations.systems.links import first_pairs
from concomp.obligations.derivations.systems.links.stages import Stage
from concomp.obligations.derivations.systems.member_rules import draw_first
from concomp.obligations.derivations.systems.pair_rules import SYSTEM
from concomp.obligations.derivations.systems.postprocessing import NO_MESSAGE, POST_PROCESSING
from concomp.obligations.derivations.systems.properties import discrete, positive, private
from concomp.obligations.derivations.systems.shares import B, R, weight
from concomp.obligations.derivations.systems.suppositions import HALT_IS_NO_MESSAGE
from concomp.obligations.derivations.systems.system_rules import as_private, related, solve_stage, views
from concomp.obligations.derivations.theories.laziness import least_budget
from concomp.obligations.proof_objects.checker.objects import replay
from concomp.obligations.proof_objects.checker.schemas import RULES, names
from concomp.obligations.proof_objects.checker.terms import CONSTRUCTORS, WORD, Refused, sort_of
from concomp.obligations.proof_objects.checker.terms import SENTENCES as CHECKED
from concomp.obligations.proof_objects.checker.terms import SORTS as CHECKED_SORTS
from concomp.obligations.proof_objects.writing import proof_object

THEOREM, LEMMA = "HSV26 Theorem 5.4", "HSV26 Lemma 4.7"
P_, Q_ = (terms.leaf("register", BOOL, name) for name in "pq")


def unguarded(*shape: Any) -> Constructor:
    """A constructor as a kernel has it that lets what is the same in both worlds be made of anything."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(indices, "OF_THE_WORLD", ())
        patch.setattr(indices, "OF_TRANSCRIPTS", ())
        return Constructor(*shape)


def captured_sample() -> Fact:
    """Simulators of any two compositions have the same shares: r is bound on one side only."""
    of_number = unguarded("composition of number", ("number",), "composition", "K({})")
    return state(draw_first(SIMULATORS(of_number(R)), theorems.KEPT), THEOREM)


def equal_on_the_diagonal() -> Fact:
    """I ∘* M is private, since in world b it is I(b) ∘* M, of which nothing is secret."""
    one, other = IDENTIFIED(CM), IDENTIFIER(B, CM)
    alike = hypothesis("I is I(b) in world b", "HSV26 Definition 2.13", eq(weight(one), weight(other)))
    known = hypothesis("I(c) hides its world", "HSV26 Definition 2.13", private(other, PARAMETERS))
    countable = (hypothesis("discrete answers", "HSV26 Definition 2.6", discrete(each)) for each in (one, other))
    return state(as_private(views(one, other, alike, *countable), known), THEOREM)


def another_gamma() -> Fact:
    """Every mechanism is (ε,0)-DP: what is simulated with γ = 1 is taken for what is simulated with γ = 0."""
    gamma = Quantity("γ")
    one = define("γ", "HSV26 Definition 2.3", eq(gamma, 1))
    words = state(detach(simulates_if(le(1, gamma)), solve("γ", le(1, gamma), one)), LEMMA)
    none = define("no γ", "HSV26 Definition 2.3", eq(gamma, 0))
    reached = Quantity("D of all", (Var("n", "number"),))
    converse = suppose(Implication(words.formula, le(reached, gamma)))
    return state(discharge(converse, solve("so", le(reached, 0), detach(converse, words), none)), THEOREM)


def simulates_if(premise: Any) -> Fact:
    """That something with γ simulates, if a premise holds: a hypothesis of another statement."""
    of = (Quantity("γ"), Quantity("g"), Quantity("μ", (B, Var("h", "history"))))
    return hypothesis(
        "a simulator", "HSV26 Definition 2.2", Implication(premise, Proposition(sentences.SIMULATES, (), of))
    )


def one_budget_for_all() -> Fact:
    """What the laziness of one mechanism costs is taken for what that of all costs."""
    lemma = instance(pairs.COROLLARY[0], {PARAMETERS: Var("p", "parameters")})
    known, small = discrete(SYSTEM), positive(Var("p", "parameters"))
    cost = hypothesis("the cost of one", "HSV26 Definition 2.2", least_budget.ENOUGH[0].formula)
    return apply_lemma(lemma, {}, suppose(known), suppose(small), cost)


def asked_for_another() -> Stage:
    """A question that has nothing to do with what it is said to prove."""
    says = Proposition(sentences.ALIKE_AT_START, (Var("N", "system"), IDENTIFIED(CM)))
    return Stage("x", says, (), terms.disjunction([terms.equality(P_, P_), P_]), TRUE, Q_)


def halt_in_a_pair() -> Fact:
    """That no pair has HALT, said of a pair that the solvers have: so all pairs are identical."""
    law = HALT_IS_NO_MESSAGE.law
    chosen = terms.choice(identical(HEARD), HEARD, pair(HALTING, HALTING))
    link = replace(first_pairs.UNLIKE_PAIRS, supposed=(HALT_IS_NO_MESSAGE,), known=lambda left, right: [law(0, chosen)])
    return state(detach(related(link), NO_MESSAGE), THEOREM)


ATTACKS: dict[str, tuple[Callable[[], Fact], str]] = {
    "a variable that is summed over": (captured_sample, "speaks of r"),
    "equal on the diagonal": (equal_on_the_diagonal, "speaks of b"),
    "a quantity that words name": (another_gamma, "is defined as"),
    "the cost of one mechanism": (one_budget_for_all, "is not β is at least"),
    "a law of what is no message": (halt_in_a_pair, "of what is not heard"),
    "what solvers were asked": (lambda: state(solve_stage(asked_for_another()), THEOREM), "what solvers were asked"),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_the_kernel_refuses(attack: str) -> None:
    make, reason = ATTACKS[attack]
    with pytest.raises(WrongStep, match=reason):
        make()


def made_without_guards(make: Callable[[], Fact], monkeypatch: pytest.MonkeyPatch) -> Any:
    """The object of an attack on a kernel without guards."""
    monkeypatch.setattr(facts, "_demand_apart", lambda *_: None)
    monkeypatch.setattr(freshness, "demand_compatible", lambda *_: None)
    monkeypatch.setattr(statements, "ends_in_moves", lambda *_: False)
    return proof_object([make()])


@pytest.mark.parametrize(
    ("attack", "reason"),
    [
        ("a variable that is summed over", "no object may have a constructor"),
        ("equal on the diagonal", "is a variable of the rule itself"),
        ("a quantity that words name", "is defined by"),
        ("what solvers were asked", "what solvers answer for"),
    ],
)
def test_the_checker_refuses(attack: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = made_without_guards(ATTACKS[attack][0], monkeypatch)
    with pytest.raises(Refused, match=reason):
        replay(made)


SAID: dict[str, Callable[[], object]] = {
    "a sentence of one's own": lambda: Proposition(sentences.Sentence("no mechanism leaks anything", ())),
    "a sentence about something else": lambda: Proposition(sentences.PRIVATE, (PARAMETERS, M)),
    "a sentence that names no quantity": lambda: Proposition(sentences.SIMULATES),
    "a sentence that names a value": lambda: Proposition(
        sentences.SIMULATES, (), (Quantity("β"), Quantity("g"), Quantity("μ", (B, EMPTY)))
    ),
    "a text": lambda: Proposition("no mechanism leaks anything"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", SAID)
def test_nothing_else_can_be_said(name: str) -> None:
    with pytest.raises(IllFormed):
        SAID[name]()


@pytest.mark.parametrize(
    "term",
    [
        ["says", "no mechanism leaks anything"],
        ["says", "{} is {}-DP", ["var", "(ε,δ)", "parameters"], ["var", "M", "system"]],
        ["says", sentences.SIMULATES.text],
        ["if", ["var", "x", "formula, formula"]],
        ["<=", ["var", "x", "real, real"]],
        ["zero", ["var", "x", ""]],
        ["sup", ["var", "x", "anything"], "0"],
        ["named", "μ", "anything"],
    ],
)
def test_the_checker_knows_what_can_be_said_and_of_what_sorts(term: Any) -> None:
    frozen = tuple(tuple(each) if isinstance(each, list) else each for each in term)
    with pytest.raises(Refused, match="is not well-formed"):
        sort_of(frozen, ())


@pytest.mark.parametrize("shape", [" → real, real", "number → formula, formula", " → anything", "number, → query"])
def test_a_constructor_is_of_sorts_that_there_are(shape: str) -> None:
    with pytest.raises(Refused, match="no object may have a constructor"):
        replay({"schema": "concomp.proof/1", "constructors": {"duo": shape}, "facts": []})


@pytest.mark.parametrize("secret", OF_THE_WORLD)
@pytest.mark.parametrize("sort", sorted({*SORTS} - {*OF_THE_WORLD}))
def test_what_is_the_same_in_both_worlds_is_made_of_nothing_that_knows_the_bit(secret: str, sort: str) -> None:
    with pytest.raises(IllFormed, match="may know the secret bit"):
        Constructor(f"spying {sort} of {secret}", (secret,), sort, "SpyOnAny[{}]")
    if sort not in CLOSED_SORTS:
        with pytest.raises(Refused, match="no object may have a constructor"):
            replay({"schema": "concomp.proof/1", "constructors": {"spy": f"query, {secret} → {sort}"}, "facts": []})


@pytest.mark.parametrize("of", [ASKING, ACQUIRING, HANDED, TOLD, DEALING, TOGETHER], ids=lambda each: each.name)
def test_no_player_knows_the_secret_bit(of: Constructor) -> None:
    """Otherwise Ask[I ∘* S] ∘* M would be private by Lemma 2.16, whatever M is, and S may show the bit."""
    for known in (M, IDENTIFIED(CM), MEMBERS(C)):
        with pytest.raises(IllFormed, match="takes"):
            of(*(known if sort in ("player", "simulators") else Var("x", sort) for sort in of.takes))


def test_the_checker_has_no_post_processing_that_knows_the_secret_bit() -> None:
    """Lemma 2.16 of what asks I ∘* M, as a kernel has it that takes any system for a player."""
    spying = unguarded("spying", ("system",), "processing", "Spy[{}]")
    made = proof_object(
        [state(instance(POST_PROCESSING, {Q: spying(IDENTIFIED(Var("N", "continual mechanism")))}), THEOREM)]
    )
    with pytest.raises(Refused, match="no object may have a constructor"):
        replay(made)


def test_what_the_kernel_may_call_a_variable_the_checker_reads() -> None:
    """But signs with which no variable is called, and which would be read as more than a name."""
    assert all(WORD.fullmatch(f"{letter}{sign}") for letter in LETTERS for sign in SIGNS - {*" (),!"})
    others = {*string.printable} - {*string.ascii_letters, *string.digits, *"_~'"}
    assert not any(WORD.fullmatch(f"x{sign}") for sign in others)


def test_kernel_and_checker_know_the_same_sorts() -> None:
    running = (*OF_THE_WORLD, "processing", "continual mechanism", "player", "simulators")
    kinds = {**dict.fromkeys(SORTS, "fixed"), **dict.fromkeys(OF_TRANSCRIPTS, "open")}
    kinds |= {**dict.fromkeys(CLOSED_SORTS, "closed"), **dict.fromkeys(running, "running")}
    assert kinds == dict(CHECKED_SORTS)


def test_kernel_and_checker_have_the_same_constructors() -> None:
    """What further ones there are is about transcripts, local protocols or confounded responses, of which only
    hypotheses and definitions speak; an object names them.
    """
    shapes = {each.name: f"{', '.join(each.takes)} → {each.sort}".strip() for each in of_derivations(Constructor)}
    made = [each.constructor for each in of_derivations(Compound)]
    shapes |= {each.name: f"{', '.join(each.takes)} → {each.sort}".strip() for each in made}
    assert {name: shape for name, shape in shapes.items() if name in CONSTRUCTORS} == CONSTRUCTORS
    of_protocols = {"server", "neighbouring data", "demand of users"}
    of_confounding = {"the copy", "response of a mechanism", "rest of an event", "told better"}
    of_events = {"likelier", "exceeding", "largest point"}
    assert {*shapes} - {*CONSTRUCTORS} <= of_events | of_protocols | of_confounding


def test_kernel_and_checker_say_the_same() -> None:
    def shape(each: sentences.Sentence) -> str:
        about = ", ".join([*each.takes, *(" of ".join(["name", *of]) for of in each.names)])
        return f"{about} → formula" if about else "→ formula"

    assert {each.text: shape(each) for each in SENTENCES} == dict(CHECKED)


def of_derivations(kind: type) -> Iterator[Any]:
    """What modules of derivations have of a kind."""
    for each in walk_packages(derivations.__path__, f"{derivations.__name__}."):
        yield from (value for value in vars(import_module(each.name)).values() if isinstance(value, kind))


ON_SYSTEMS = {rule.name: rule for rule in of_derivations(Rule) if rule.binds}


def written_out(rule: str) -> set[str]:
    """The variables that the schemas of the checker for a rule write out, but for those that their sums bind."""
    return {each for schema in RULES[rule][1] for each in names(("", *schema)) if ":" in each}


@pytest.mark.parametrize("rule", ON_SYSTEMS)
def test_a_rule_binds_in_the_kernel_what_it_writes_out_in_the_checker(rule: str) -> None:
    bound = {f"{each.name}:{each.sort}" for each in ON_SYSTEMS[rule].binds}
    assert {"b:bit", "h:history"} <= bound
    shared = {"b:bit", "h:history", "j:number", "r:number", "s:query", "i:number", "m:number", "x:history"}
    assert written_out(rule) & shared <= bound


@pytest.mark.parametrize("rule", ON_SYSTEMS)
def test_no_rule_takes_an_index_that_speaks_of_what_it_binds(rule: str) -> None:
    """Whatever it is about: a system, or a composition, that is another one for each b, h, j or r."""
    for variable in ON_SYSTEMS[rule].binds:
        made = Constructor(f"system of {variable.sort}", (variable.sort,), "system", f"Of{variable.sort.title()}({{}})")
        with pytest.raises(WrongStep, match="rename it"):
            _derive(ON_SYSTEMS[rule], discrete(made(variable)))


def sealed_classes() -> set[type]:
    """All classes that can have no subclasses."""
    return {each for each in of_derivations(type) if "refuse" in getattr(each.__init_subclass__, "__qualname__", "")}


def test_what_is_sealed_has_no_cache_that_a_caller_can_fill() -> None:
    found = sealed_classes()
    assert len(found) > 20
    for each in found:
        slotted = all("__dict__" not in vars(base) for base in each.__mro__)
        assert slotted, f"{each.__qualname__} has a __dict__: let it have slots"


def test_the_stages_of_a_link_are_its_own() -> None:
    """Stages that were put into a link, where it keeps them, would be asked for in their place."""
    with pytest.raises(TypeError, match="__dict__"):
        vars(first_pairs.UNLIKE_PAIRS)["stages"] = (asked_for_another(),) * 3
