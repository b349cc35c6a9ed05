"""The survey with a mistake: a requirement is missing, so data can be sent again later."""

from concomp.model import Bool, Monitor, Opaque, Record, both, register, relation, require, same_case


class Dataset(Opaque):
    """The answers of all participants."""


class Question(Opaque):
    """A question about the answers."""


neighbouring = relation(Dataset, Dataset, reflexive=True, symmetric=True)


class Load(Record):
    data: Dataset


class Ask(Record):
    question: Question


class SurveyAgain(Monitor):
    """Wrong: neighbouring data sets at any time."""

    loaded = register(Bool, False)

    def step(self, left: Load | Ask, right: Load | Ask) -> None:
        require(same_case(left, right))
        with both(left, right, Load) as (x, y):
            require(neighbouring(x.data, y.data))
        with both(left, right, Ask) as (p, q):
            require(self.loaded & (p.question == q.question))
        self.loaded = True
