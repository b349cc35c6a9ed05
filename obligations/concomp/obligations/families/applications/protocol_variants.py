"""Local protocols once more: other words for their functions, wrong servers, and careless users."""

from __future__ import annotations

from concomp.model.applications.local_protocol import (
    Asked,
    Dataset,
    Hold,
    OneRun,
    OneUser,
    Question,
    Reply,
    Server,
    ServerMessages,
    SparseData,
    View,
    asked,
    neighbouring_data,
    permitted,
)
from concomp.model.composition.first_pair import first_pair_consistent
from concomp.model.composition.messages import Create, Payload
from concomp.model.composition.suitable import Suitable
from concomp.model.language import (
    Bool,
    Int,
    Monitor,
    both,
    is_case,
    ite,
    otherwise,
    parameter,
    per_copy,
    register,
    require,
    same_case,
    when,
)
from concomp.obligations.families.functions.any_length import AnyUsersOfProtocol
from concomp.obligations.verify.properties.validity import Validity


class OneUserAgain(Monitor):
    """f_{~_i,prop_i} by counting: message 1 is a pair of neighbouring data, all later ones are equal questions."""

    position = register(Int, 0)
    history = register(Asked, ())

    def step(self, left: Hold | Reply, right: Hold | Reply) -> None:
        self.position = self.position + 1
        with when(self.position == 1):
            require(is_case(left, Hold) & is_case(right, Hold))
            with both(left, right, Hold) as (x, y):
                require(neighbouring_data(x.data, y.data))
        with otherwise():
            require((left == right) & is_case(left, Reply))
        with both(left, right, Reply) as (p, _):
            self.history = asked(self.history, p.question)
            require(permitted(self.history))


class NewDataLater(OneUser):
    """Wrong: data may be handed out again."""

    def step(self, left: Hold | Reply, right: Hold | Reply) -> None:
        require(same_case(left, right))
        with both(left, right, Hold) as (x, y):
            require(neighbouring_data(x.data, y.data))
        with both(left, right, Reply) as (p, q):
            require(self.begun & (p.question == q.question))
            self.questions = asked(self.questions, p.question)
            require(permitted(self.questions))
        self.begun = True


class SparseDataAgain(Monitor):
    """~_{k,~*} by what is left: each differing pair is neighbouring and uses one of k."""

    k = parameter(Int, where=lambda k: k >= 0)
    used = register(Int, 0)

    def step(self, left: Dataset, right: Dataset) -> None:
        require((left == right) | ((self.used < self.k) & neighbouring_data(left, right)))
        self.used = self.used + ite(left == right, 0, 1)


class AnyDifference(SparseData):
    """Wrong: differing data need not be neighbouring."""

    def step(self, left: Dataset, right: Dataset) -> None:
        with when(left != right):
            self.differing = self.differing + 1
            require(self.differing <= self.k)


def data_to_users() -> Validity:
    """One run from the left, the data of ~_{k,~*} as they come, and what f_P allows to the right."""
    return Validity(OneRun().definition, ServerMessages().definition, {"secret": SparseData().definition})


class StopsForData(Server):
    """Wrong: it stops at once if the data of the next user are of some kind."""

    private = per_copy(Bool)

    def goes_on(self) -> Bool:
        return super().goes_on() & self.private


class ShowsData(Server):
    """Wrong: what it shows depends on the data."""

    private = per_copy(View)

    def shown(self) -> View:
        return self.private


class AsksForData(Server):
    """Wrong: what a user is asked depends on the data."""

    private = per_copy(Question)

    def question(self) -> Question:
        return self.private


class EarlyQuestions(AnyUsersOfProtocol):
    """Wrong: users that have their data may be asked before all have theirs."""

    def ask(self, index: Int, left: Payload, right: Payload) -> None:
        Suitable.ask(self, index, left, right)
        require(self.created == self.n)
        with when((self.given < self.n) & (index == self.given + 1)):
            self.given = self.given + 1
            self.hand(left, right)
        with otherwise():
            require((left == right) & (index <= self.given))


class CarelessUsers(Suitable):
    """Wrong: a user's function is prescribed, its privacy parameters are not."""

    n = parameter(Int, where=lambda n: n >= 1)
    k = parameter(Int, where=lambda k: k >= 0)
    alpha = parameter(Create, where=lambda alpha: first_pair_consistent(alpha.function))
    differing = register(Int, 0)

    def add(self, create: Create) -> None:
        super().add(create)
        require((self.created <= self.n) & (create.function == self.alpha.function))

    def ask(self, index: Int, left: Payload, right: Payload) -> None:
        super().ask(index, left, right)
        with when(left != right):
            self.differing = self.differing + 1
            require(self.differing <= self.k)
