"""Many streams: a router hands each update to the counter of its stream, and shows what that answers."""

from concomp.model import Abs, Bool, Int, Monitor, PostProcessing, Record, otherwise, register, require, when


class Update(Record):
    """An update to a stream."""

    stream: Int
    value: Int


class ToCounter(Record):
    """What goes to a counter: which one, and its input."""

    index: Int
    payload: Int


class OneUpdate(Monitor):
    """f: one update may differ, by at most 1; all go to the same streams."""

    used = register(Bool, False)

    def step(self, left: Update, right: Update) -> None:
        require((left.stream == right.stream) & (left.stream >= 1))
        with when(left.value != right.value):
            require(~self.used & (Abs(left.value - right.value) <= 1))
            self.used = True


class Counter(Monitor):
    """What each counter may be sent: updates, of which one may differ, by at most 1."""

    used = register(Bool, False)

    def step(self, left: Int, right: Int) -> None:
        with when(left != right):
            require(~self.used & (Abs(left - right) <= 1))
            self.used = True


class ByStream(PostProcessing):
    """Hands each update to the counter of its stream."""

    def on_left(self, update: Update) -> None:
        self.send_right(ToCounter(index=update.stream, payload=update.value))

    def on_right(self, answer: Int) -> None:
        self.send_left(answer)


class Twice(PostProcessing):
    """Hands each update to the counter of its stream, and to one that counts all: two are touched."""

    update = register(Int, 0)
    halfway = register(Bool, False)

    def on_left(self, update: Update) -> None:
        self.update = update.value
        self.halfway = True
        self.send_right(ToCounter(index=update.stream, payload=update.value))

    def on_right(self, answer: Int) -> None:
        with when(self.halfway):
            self.halfway = False
            self.send_right(ToCounter(index=0, payload=self.update))
        with otherwise():
            self.send_left(answer)


class ByValue(ByStream):
    """Wrong: the update chooses the counter, which everybody would see."""

    def on_left(self, update: Update) -> None:
        self.send_right(ToCounter(index=update.value, payload=1))
