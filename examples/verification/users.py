"""Many users: a router hands each user's data, and the questions about them, to a survey of the user's own."""

from survey import Ask, Dataset, Load, Question, neighbouring

from concomp.model import (
    Bool,
    Int,
    Map,
    Monitor,
    PostProcessing,
    Record,
    both,
    case,
    register,
    require,
    same_case,
    when,
)


class LoadFor(Record):
    """The data of a user."""

    user: Int
    data: Dataset


class AskFor(Record):
    """A question to a user's survey."""

    user: Int
    question: Question


class ToUser(Record):
    """What goes to a user's survey: whose, and its input."""

    index: Int
    payload: Load | Ask


class OnePerson(Monitor):
    """f: the data of one user may differ; questions are the same, and come after the data."""

    loaded = register(Map[Int, Bool], False)
    used = register(Bool, False)

    def step(self, left: LoadFor | AskFor, right: LoadFor | AskFor) -> None:
        require(same_case(left, right))
        with both(left, right, LoadFor) as (x, y):
            require((x.user == y.user) & ~self.loaded[x.user])
            with when(x.data != y.data):
                require(~self.used & neighbouring(x.data, y.data))
                self.used = True
            self.loaded[x.user] = True
        with both(left, right, AskFor) as (p, q):
            require((p.user == q.user) & self.loaded[p.user] & (p.question == q.question))


class ByUser(PostProcessing):
    """Hands data and questions to the survey of their user."""

    def on_left(self, message: LoadFor | AskFor) -> None:
        with case(message, LoadFor) as loaded:
            self.send_right(ToUser(index=loaded.user, payload=Load(data=loaded.data)))
        with case(message, AskFor) as asked:
            self.send_right(ToUser(index=asked.user, payload=Ask(question=asked.question)))

    def on_right(self, answer: Int) -> None:
        self.send_left(answer)
