"""The server of a local protocol before a concurrent composition, its users' functions run as f_{~_i,prop_i}.

Here the server sends what ExtConComp takes: creation queries and queries. Then the whole of f_{P,~} is asked for,
suitability too: that a mechanism exists when it is queried, and that what it is sent is valid for its own function,
which is f_{~_i,prop_i} of Definition 8.5 for every user, with relations and properties of each function's own. What
remains are the hypotheses on the users: their creation queries assert what is so, the data and the questions lie in
their query spaces, and ~_i relates x_i and x'_i where ~ relates x and x', as it is defined.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from concomp.model.applications.local_protocol import Asked, Users, View
from concomp.model.composition.messages import Create, Function, Payload, Query
from concomp.model.composition.suitable import established, in_query_space
from concomp.model.language import (
    NOTHING,
    Bool,
    Definition,
    Int,
    Map,
    Monitor,
    Opaque,
    PostProcessing,
    Record,
    common,
    elsewhen,
    function,
    is_case,
    otherwise,
    parameter,
    register,
    relation,
    require,
    when,
)
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.annotations import sort_of
from concomp.model.language.syntax.expressions import term_of, wrap
from concomp.model.language.syntax.records import as_case
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.model.mechanisms.postprocessing import RIGHT
from concomp.obligations.verify.properties.behaviours import Behaviour, with_behaviour
from concomp.obligations.verify.properties.copies import CopiesQuestion, maps_validity, witness_to
from concomp.obligations.verify.properties.two_copies import Copies
from concomp.obligations.verify.properties.validity import Validity


class Datasets(Opaque):
    """The data of all users."""


neighbouring_datasets = relation(Datasets, Datasets, name="neighbouring_datasets")
"""~ on the data of all users."""
payload_of = function(Datasets, Int, result=Payload, name="payload_of")
"""(x, i) ↦ x_i."""
asked_so_far = function(Asked, Payload, result=Asked, name="asked_so_far")
permitted_to = relation(Function, Asked, name="permitted_to")
"""prop_i, named by the function of user i."""
neighbouring_to = relation(Function, Payload, Payload, name="neighbouring_to")
"""~_i, named by the function of user i."""


def asserts_what_is_so(create: Create) -> Bool:
    """Whether what a creation query asserts is so."""
    return established(create.mechanism, create.initial, create.e_eps, create.delta, create.function)


class RunOn(Record):
    """Asks for a run of the protocol on the data of all users."""

    data: Datasets


class RelatedRun(Monitor):
    """f_~ for x ~ x': the one message is the pair (x, x')."""

    x = parameter(Datasets)
    x_prime = parameter(Datasets)
    begun = register(Bool, False)

    def step(self, left: RunOn, right: RunOn) -> None:
        require(~self.begun)
        require((left.data == self.x) & (right.data == self.x_prime) & neighbouring_datasets(self.x, self.x_prime))
        self.begun = True


class Reply(Opaque):
    """What a composition answers."""


class Next(Record):
    """What the rules say: whom to ask what, or, if that is no user, to stop and show the view."""

    index: Int
    question: Payload
    view: View


class ComposingServer(PostProcessing):
    """S_P: creates n users, of which the one at `place` is α, hands out x, and asks as its rules and prop_i allow.

    user: the creation query of the next user, if its place is another.
    """

    n = parameter(Int, where=lambda n: n >= 1)
    place = parameter(Int, where=lambda place: place >= 1)
    alpha = parameter(Create, where=asserts_what_is_so)
    user = common(Create)
    rule = common(Next)
    everything = register(Datasets, NOTHING)
    made = register(Int, 0)
    given = register(Int, 0)
    functions = register(Map[Int, Function], NOTHING)
    history = register(Map[Int, Asked], ())

    def on_left(self, run: RunOn) -> None:
        self.everything = run.data
        self.create()

    def on_right(self, reply: Reply) -> None:
        with when(self.made < self.n):
            self.create()
        with elsewhen(self.given < self.served()):
            self.given = self.given + 1
            self.send_right(Query(payload=payload_of(self.everything, self.given), index=self.given))
        with elsewhen(self.may_ask(self.rule.index, self.rule.question)):
            self.history[self.rule.index] = asked_so_far(self.history[self.rule.index], self.rule.question)
            self.send_right(Query(payload=self.rule.question, index=self.rule.index))
        with otherwise():
            self.send_left(self.rule.view)

    def create(self) -> None:
        """Create the next user."""
        self.made = self.made + 1
        with when(self.made == self.place):
            self.functions[self.made] = self.alpha.function
            self.send_right(self.alpha)
        with otherwise():
            self.functions[self.made] = self.user.function
            self.send_right(self.user)

    def served(self) -> Int:
        """How many users get data."""
        return self.n

    def may_ask(self, index: Int, question: Payload) -> Bool:
        """Whether there is such a user, and its property allows the question."""
        there = (index >= 1) & (index <= self.n)
        return there & permitted_to(self.functions[index], asked_so_far(self.history[index], question))


class AsksAnything(ComposingServer):
    """Wrong: a question is put whatever prop_i says."""

    def may_ask(self, index: Int, question: Payload) -> Bool:
        return (index >= 1) & (index <= self.n)


class LastGoesWithout(ComposingServer):
    """Wrong: the last user gets no data."""

    def served(self) -> Int:
        return self.n - 1


class UsersOnData(Users):
    """f_{P,~} for x ~ x', its requirement on creation `place` alone: users get x_i and x'_i."""

    n = parameter(Int, where=lambda n: n >= 1)
    place = parameter(Int, where=lambda place: place >= 1)
    alpha = parameter(Create)
    x = parameter(Datasets)
    x_prime = parameter(Datasets)

    def add(self, create: Create) -> None:
        super().add(create)
        require(self.created <= self.n)
        require((self.created != self.place) | (create == self.alpha))

    def users(self) -> Int:
        return self.n

    def hand(self, left: Payload, right: Payload) -> None:
        require((left == payload_of(self.x, self.given)) & (right == payload_of(self.x_prime, self.given)))
        require(neighbouring_datasets(self.x, self.x_prime))


class Read(Record):
    """How far f_{~_i,prop_i} has read: whether it has seen data, and the questions after them."""

    begun: Bool
    questions: Asked


def data_then_questions() -> Behaviour:
    """Functions that are f_{~_i,prop_i}, with the relation and the property of each function's own."""
    state = sort_of(Read, "a state")

    def start(user: Term) -> Term:
        return terms.make("record", (FALSE, terms.constant(sort_of(Asked, "questions"), ())), state)

    def reads(user: Term, held: Term, left: Term, right: Term) -> Term:
        listed = _apply(asked_so_far, terms.field(held, "questions"), left)
        question = terms.conjunction([terms.equality(left, right), _apply(permitted_to, user, listed)])
        return terms.choice(terms.field(held, "begun"), question, _apply(neighbouring_to, user, left, right))

    def goes_on(user: Term, held: Term, left: Term, right: Term) -> Term:
        before = terms.field(held, "questions")
        listed = terms.choice(terms.field(held, "begun"), _apply(asked_so_far, before, left), before)
        return terms.make("record", (TRUE, listed), state)

    return Behaviour(state, start, reads, goes_on)


def users_on_data() -> Definition:
    """f_{P,~} with the functions of the users run as f_{~_i,prop_i}."""
    return with_behaviour(UsersOnData().definition, data_then_questions())


def maps_to_users(server: PostProcessing) -> CopiesQuestion:
    """The question whether a server has the f_~ → f_{P,~} property, what is supposed of the users being so."""
    question = maps_validity(server, Validity(RelatedRun().definition, users_on_data()))
    system = question.system
    step = [system.allowed, system.bad, *(each.update for each in system.registers)]
    supposed = terms.conjunction(_supposed(server, step))
    allowed, bad = (terms.conjunction([supposed, each]) for each in (system.allowed, system.bad))
    return replace(
        question,
        system=replace(system, allowed=allowed, bad=bad),
        given=("creation queries assert what is so", "data and questions lie in query spaces", "~_i is made of ~"),
    )


def hands_out_a_difference() -> CopiesQuestion:
    """The witness of the property, as a question: with what is supposed, a pair that is handed out differs."""
    return witness_to(maps_to_users(ComposingServer()))


def _supposed(server: PostProcessing, step: Iterable[Term]) -> list[Term]:
    """The hypotheses on the users, for what one step speaks of."""
    n, x, x_prime = (_parameter(UsersOnData().definition, name) for name in ("n", "x", "x_prime"))
    copies = Copies(server.definition)
    sent: Any = wrap(copies.first.messages[RIGHT].sort, copies.first.messages[RIGHT])
    index = as_case(sent, Query).index
    to_user = term_of(is_case(sent, Query) & (index >= 1) & (index <= wrap(n.sort, n)))
    pair = [_apply(payload_of, data, term_of(index)) for data in (x, x_prime)]
    handed = [_apply(neighbouring_datasets, x, x_prime)]
    user: Any = next(wrap(each.sort, each) for each in server.definition.common if terms.leaf_name(each) == "user")
    listed = [term_of(asserts_what_is_so(user))]
    for term in terms.descendants(step):
        if term.data is in_query_space:
            listed.append(terms.implication(to_user, term))
        if term.data is neighbouring_to:
            related = terms.conjunction([*handed, *map(terms.equality, term.arguments[1:], pair)])
            listed.append(terms.implication(related, term))
    return listed


def _parameter(definition: Definition, name: str) -> Term:
    return next(each.symbol for each in definition.parameters if each.name == name)


def _apply(symbol: Any, *arguments: Term) -> Term:
    return terms.make("apply", arguments, symbol)
