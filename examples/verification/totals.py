"""Totals: a stream of updates is counted twice, by two private counters, and the sum of their answers is shown."""

from concomp.model import (
    Abs,
    Bool,
    Int,
    Monitor,
    PostProcessing,
    Record,
    both,
    otherwise,
    register,
    require,
    same_case,
    when,
)


class First(Record):
    """An update for the first counter."""

    value: Int


class Second(Record):
    """An update for the second counter."""

    value: Int


class Totals(PostProcessing):
    """Hands each update to both counters, and shows the sum of what they answer."""

    update = register(Int, 0)
    total = register(Int, 0)
    halfway = register(Bool, False)

    def on_left(self, update: Int) -> None:
        self.update = update
        self.halfway = False
        self.send_right(First(value=update))

    def on_right(self, answer: Int) -> None:
        with when(self.halfway):
            self.send_left(self.total + answer)
        with otherwise():
            self.total = answer
            self.halfway = True
            self.ask_second()

    def ask_second(self) -> None:
        """Hand the update to the second counter."""
        self.send_right(Second(value=self.update))


class Sparing(Totals):
    """Wrong: an update of 0 is not handed to the second counter, which everybody sees."""

    def ask_second(self) -> None:
        with when(self.update == 0):
            self.send_left(self.total)
        with otherwise():
            super().ask_second()


class Updates(Monitor):
    """f: one update may differ, by at most 1."""

    used = register(Bool, False)

    def step(self, left: Int, right: Int) -> None:
        with when(left != right):
            require(~self.used & (Abs(left - right) <= 1))
            self.used = True


class Counters(Monitor):
    """f': of each counter one update may differ, by at most 1."""

    first_used = register(Bool, False)
    second_used = register(Bool, False)

    def step(self, left: First | Second, right: First | Second) -> None:
        require(same_case(left, right))
        with both(left, right, First) as (x, y), when(x.value != y.value):
            require(~self.first_used & (Abs(x.value - y.value) <= 1))
            self.first_used = True
        with both(left, right, Second) as (x, y), when(x.value != y.value):
            require(~self.second_used & (Abs(x.value - y.value) <= 1))
            self.second_used = True
