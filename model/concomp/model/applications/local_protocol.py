"""Local protocols.

Users hold data of their own, and a server that nobody trusts asks them questions, as many and to whom its rules say,
which see the answers only. As one mechanism, the users are a concurrent composition, and the server is its
post-processing: it creates the users, hands each its data, then plays by its rules and shows what it saw. The
verification functions here are those for which the users are private, alone and together.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable

from concomp.model.composition.messages import Create, Payload
from concomp.model.composition.suitable import Suitable
from concomp.model.language import (
    Bool,
    Int,
    Monitor,
    Opaque,
    PostProcessing,
    Record,
    Vector,
    both,
    common,
    elsewhen,
    function,
    otherwise,
    parameter,
    per_copy,
    register,
    relation,
    require,
    same_case,
    when,
)
from concomp.model.registry.tags import realises


class Dataset(Opaque):
    """The data of a user."""


class Question(Opaque):
    """What a user is asked."""


class Asked(Opaque):
    """The sequence of questions that a user was asked so far."""


class Hold(Record):
    """Hands a user the data."""

    data: Dataset


class Reply(Record):
    """Asks a user for a reply to a question."""

    question: Question


neighbouring_data = relation(Dataset, Dataset, reflexive=True, symmetric=True, name="neighbouring_data")
"""~_i: data of user i that belong to neighbouring sequences of data."""
asked = function(Asked, Question, result=Asked, meaning=lambda sequence, question: (*sequence, question), name="asked")
permitted = relation(Asked, name="permitted")
"""prop_i: the questions that the server asks of user i form such a sequence."""


@realises("HSV26 Definition 8.5")
class OneUser(Monitor):
    """f_{~_i,prop_i}: first a pair of neighbouring data, then identical questions that satisfy prop_i so far.

    Without prop_i it is f_~ of section 5 (`mechanisms.functions.Neighbouring`), where ~ is any relation on states; here
    it is one on data, reflexive and symmetric, and these axioms are what the proofs about servers use.
    """

    begun = register(Bool, False)
    questions = register(Asked, ())

    def step(self, left: Hold | Reply, right: Hold | Reply) -> None:
        require(same_case(left, right))
        with both(left, right, Hold) as (x, y):
            require(~self.begun)
            require(neighbouring_data(x.data, y.data))
        with both(left, right, Reply) as (p, q):
            require(self.begun)
            require(p.question == q.question)
            self.questions = asked(self.questions, p.question)
            require(permitted(self.questions))
        self.begun = True


class Assigned(Opaque):
    """The data that the first users were handed, in their order."""


assign = function(Assigned, Payload, result=Assigned, meaning=lambda data, one: (*data, one), name="assign")
extend_to_neighbours = relation(Assigned, Assigned, name="extend_to_neighbours")
"""Two sequences of data for the first users are the beginnings of neighbouring ones for all users."""
neighbouring_payloads = relation(Payload, Payload, reflexive=True, symmetric=True, name="neighbouring_payloads")
"""~*: neighbouring data of one user."""


class Users(Suitable):
    """The phases of a local protocol: the users are created, each is handed data, then they are asked.

    given: how many users have their data.
    """

    given = register(Int, 0)

    def ask(self, index: Int, left: Payload, right: Payload) -> None:
        super().ask(index, left, right)
        require(self.created == self.users())
        with when(self.given < self.users()):
            self.given = self.given + 1
            require(index == self.given)
            self.hand(left, right)
        with otherwise():
            require(left == right)

    @abstractmethod
    def users(self) -> Int:
        """How many users there are."""

    @abstractmethod
    def hand(self, left: Payload, right: Payload) -> None:
        """State what is required of the data of the next user."""


@realises("HSV26 Definition 8.5")
class UsersOfProtocol(Users):
    """f_{P,~}^{ε_1,δ_1,…,ε_n,δ_n}: n users with mechanisms of their own, whose data are neighbouring as a whole."""

    left_data = register(Assigned, ())
    right_data = register(Assigned, ())

    def __init__(self, count: int, **given: object) -> None:
        """Take the number n of users; their creation queries are `alphas=` a tuple of n `Create`."""
        super().__init__(**given)
        self.alphas = parameter(Vector(Create, count))

    def add(self, create: Create) -> None:
        super().add(create)
        require(self.created <= self.users())
        for number, alpha in self.prescribed():
            require((self.created != number) | (create == alpha))

    def prescribed(self) -> Iterable[tuple[Int | int, Create]]:
        """The creations of the users, by their numbers."""
        return enumerate(self.alphas, 1)

    def users(self) -> Int:
        return Int(len(self.alphas))

    def hand(self, left: Payload, right: Payload) -> None:
        self.left_data = assign(self.left_data, left)
        self.right_data = assign(self.right_data, right)
        require(extend_to_neighbours(self.left_data, self.right_data))


@realises("HSV26 Section 8: ~_{k,~*}", "HSV26 Corollary 8.8")
class SparseUsers(Users):
    """f_{P,~} for n users with one mechanism, of whose data at most k differ, as neighbouring data do."""

    n = parameter(Int, where=lambda n: n >= 1)
    k = parameter(Int, where=lambda k: k >= 0)
    alpha = parameter(Create)
    differing = register(Int, 0)

    def add(self, create: Create) -> None:
        super().add(create)
        require(self.created <= self.n)
        require(create == self.alpha)

    def users(self) -> Int:
        return self.n

    def hand(self, left: Payload, right: Payload) -> None:
        with when(left != right):
            require(neighbouring_payloads(left, right))
            self.differing = self.differing + 1
            require(self.differing <= self.k)


class Run(Record):
    """Asks for a run of the protocol."""


class NewUser(Record):
    """Creates the next user."""


class Assign(Record):
    """Hands a user the data."""

    index: Int
    data: Dataset


class AskUser(Record):
    """Asks a user."""

    index: Int
    question: Question


class Answer(Opaque):
    """What a user answers."""


class View(Opaque):
    """What the server saw: its questions and the answers to them."""


class Rule(Record):
    """What the rules of the server say after the answers so far: ask this user, or stop and show the view."""

    index: Int
    question: Question
    view: View


@realises("HSV26 Section 8: M_P and S_P")
class Server(PostProcessing):
    """S_P: creates n users, hands each its data, then asks whom its rules name, and shows its view when they stop.

    secret: the data of the next user. rule: what the rules say; a user that there is not means to stop.
    """

    n = parameter(Int, where=lambda n: n >= 1)
    secret = per_copy(Dataset)
    rule = common(Rule)
    made = register(Int, 0)
    given = register(Int, 0)

    def on_left(self, run: Run) -> None:
        self.create()

    def on_right(self, answer: Answer) -> None:
        with when(self.made < self.n):
            self.create()
        with elsewhen(self.given < self.n):
            self.given = self.given + 1
            self.send_right(Assign(index=self.given, data=self.data()))
        with elsewhen(self.goes_on()):
            self.send_right(AskUser(index=self.rule.index, question=self.question()))
        with otherwise():
            self.send_left(self.shown())

    def create(self) -> None:
        """Create the next user."""
        self.made = self.made + 1
        self.send_right(NewUser())

    def data(self) -> Dataset:
        """The data of the next user."""
        return self.secret

    def goes_on(self) -> Bool:
        """Whether the rules name a user to ask."""
        return (self.rule.index >= 1) & (self.rule.index <= self.n)

    def question(self) -> Question:
        """The question that the rules put."""
        return self.rule.question

    def shown(self) -> View:
        """What is shown in the end: the view."""
        return self.rule.view


@realises("HSV26 Section 8: M_P and S_P")
class OneRun(Monitor):
    """The left side of f_~: one message and no more; which data belong to it is said by the data themselves."""

    begun = register(Bool, False)

    def step(self, left: Run, right: Run) -> None:
        require(~self.begun)
        self.begun = True


@realises("HSV26 Section 8: ~_{k,~*}")
class SparseData(Monitor):
    """~_{k,~*}: of the data that are handed out, at most k differ, as neighbouring data do."""

    k = parameter(Int, where=lambda k: k >= 0)
    differing = register(Int, 0)

    def step(self, left: Dataset, right: Dataset) -> None:
        with when(left != right):
            require(neighbouring_data(left, right))
            self.differing = self.differing + 1
            require(self.differing <= self.k)


@realises("HSV26 Definition 8.5")
class ServerMessages(Monitor):
    """f_P on what the server sends: the n users, neighbouring data for each in turn, at most k differing, questions.

    That the messages are suitable is a matter of what is created, which these messages do not name.
    """

    n = parameter(Int, where=lambda n: n >= 1)
    k = parameter(Int, where=lambda k: k >= 0)
    created = register(Int, 0)
    assigned = register(Int, 0)
    exceptional = register(Int, 0)

    def step(self, left: NewUser | Assign | AskUser, right: NewUser | Assign | AskUser) -> None:
        require(same_case(left, right))
        with both(left, right, NewUser):
            require(self.created < self.n)
            self.created = self.created + 1
        with both(left, right, Assign) as (x, y):
            require((self.created == self.n) & (self.assigned < self.n))
            self.assigned = self.assigned + 1
            require((x.index == self.assigned) & (y.index == self.assigned))
            with when(x.data != y.data):
                require(neighbouring_data(x.data, y.data))
                self.exceptional = self.exceptional + 1
                require(self.exceptional <= self.k)
        with both(left, right, AskUser) as (p, q):
            require((self.created == self.n) & (self.assigned == self.n))
            require((p == q) & (p.index >= 1) & (p.index <= self.n))
