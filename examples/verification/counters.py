"""Three counters and a sparse vector: what each of them may be sent."""

from concomp.model import Abs, Bool, Int, Monitor, Opaque, Record, both, register, relation, require, same_case, when


class Counter(Monitor):
    """A stream of updates, one of which may differ, by at most 1."""

    used = register(Bool, False)

    def step(self, left: Int, right: Int) -> None:
        with when(left != right):
            require(~self.used & (Abs(left - right) <= 1))
            self.used = True


class Dataset(Opaque):
    """The answers of all participants."""


class Question(Opaque):
    """A question whose answer may lie above the threshold."""


neighbouring = relation(Dataset, Dataset, reflexive=True, symmetric=True)


class Load(Record):
    data: Dataset


class Ask(Record):
    question: Question


class SparseVector(Monitor):
    """Neighbouring data sets first, then identical questions."""

    loaded = register(Bool, False)

    def step(self, left: Load | Ask, right: Load | Ask) -> None:
        require(same_case(left, right))
        with both(left, right, Load) as (x, y):
            require(~self.loaded & neighbouring(x.data, y.data))
        with both(left, right, Ask) as (p, q):
            require(self.loaded & (p.question == q.question))
        self.loaded = True
