"""An accountant by basic composition, to be judged: concomp conform examples/accountant.py:Accountant"""

from fractions import Fraction

from concomp.conformance.protocol.numbers import read_number


class Accountant:
    name, version = "basic accountant", "1"
    claims = ({"claim": "composition", "measure": "approximate", "grade": "upper", "forms": ["count", "repeated"]},)

    def compose(self, measure, losses, at):
        epsilon = sum(loss.count * read_number(loss.epsilon_between[1]) for loss in losses)
        delta = min(sum(loss.count * read_number(loss.delta) for loss in losses), Fraction(1))
        if at.delta is not None:
            return {"epsilon": str(epsilon) if delta <= read_number(at.delta) else "inf"}
        return {"delta": str(delta if epsilon <= read_number(at.epsilon_between[0]) else 1)}
