"""Two ways to remember a data set, of which one never does."""

from concomp.model import NOTHING, Monitor, Opaque, register, relation, require, when


class Data(Opaque): ...


near = relation(Data, Data, reflexive=True, symmetric=True)


class Repeats(Monitor):
    """A data set near the one before is the same in both worlds."""

    last = register(Data, NOTHING)

    def step(self, left: Data, right: Data) -> None:
        with when(near(self.last, left)):
            require(left == right)
        self.last = left


class NeverRepeats(Monitor):
    """Wrong: nothing is stored before something near it has come."""

    last = register(Data, NOTHING)

    def step(self, left: Data, right: Data) -> None:
        with when(near(self.last, left)):
            require(left == right)
            self.last = left
