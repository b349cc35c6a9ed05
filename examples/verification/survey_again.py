"""A survey whose data may be sent again at any time, which is wrong: see what concomp says about it."""

from survey import Ask, Load, neighbouring

from concomp.model import Bool, Monitor, both, register, require, same_case


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
