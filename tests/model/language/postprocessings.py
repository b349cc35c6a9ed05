"""Post-processings for the tests: a small one, and one that is silent at times."""

from __future__ import annotations

from concomp.model.language import Bool, Int, PostProcessing, register, when


class Doubler(PostProcessing):
    """Passes numbers to the right and doubles what comes back, which it counts."""

    count = register(Int, 0)

    def on_left(self, number: Int) -> None:
        self.send_right(number)

    def on_right(self, number: Int) -> None:
        self.count += 1
        self.send_left(2 * number)


class Forgetful(PostProcessing):
    """Wrong: every second answer is not passed on."""

    odd = register(Bool, False)

    def on_left(self, number: Int) -> None:
        self.odd = ~self.odd
        self.send_right(number)

    def on_right(self, number: Int) -> None:
        with when(self.odd):
            self.send_left(number)
