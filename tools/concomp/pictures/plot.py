"""`concomp.plot`: what was found in Python, drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, Union

from concomp.door.curves import PrivacyCurve
from concomp.model.files.replacing import replace
from concomp.model.laws.profile import Profile
from concomp.model.laws.trade_off import TradeOff
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.numbers import ParameterError, value_text
from concomp.pictures.chart import Chart, Line
from concomp.pictures.charts import Sampled, line, profile_chart, trade_off_chart
from concomp.pictures.picture import Picture, drawn

if TYPE_CHECKING:
    from concomp.advisor.advice import Advice
    from concomp.door.attack import BestAttack

Curve: TypeAlias = PrivacyCurve | Profile | TradeOff
Drawable: TypeAlias = Union[Curve, "BestAttack", "Advice"]
REMEDY = "give curves of audit or compose, profiles, or trade-off functions; or one attack, or one advice"
FORMATS = "name a file that ends in .svg or .png"


@dataclass(frozen=True, repr=False)
class Plot:
    """A picture: shown by a notebook, and saved as a file."""

    picture: Picture

    def save(self, file: str | Path) -> None:
        """Write the picture into a file, SVG or PNG by the end of its name.

        Raises ParameterError for another name, NoMatplotlib if nothing can be drawn, OSError if it cannot be written:
        then what stands there stays.
        """
        path = Path(file)
        match path.suffix.lower():
            case ".svg":
                replace(path, drawn(self.picture, "svg"))
            case ".png":
                replace(path, drawn(self.picture, "png"))
            case _:
                raise ParameterError("file", str(file), FORMATS)

    @property
    def svg(self) -> str:
        """The picture as an element of SVG, to stand inside a page; NoMatplotlib if nothing can be drawn."""
        text = drawn(self.picture, "svg").decode("utf-8")
        return text[text.index("<svg") :]

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<picture: {self.picture.title}>"


def plot(*drawables: Drawable | Mapping[str, Curve]) -> Plot:
    """Draw curves together, each with its name where a mapping gives them; or an attack, or an advice.

    drawables: curves of `audit` and `compose`, profiles δ(ε) and trade-off functions, not both kinds in one picture.
    A curve that is known between bounds is drawn by the upper one.
    Raises ParameterError for what cannot be drawn together, NoPlan for an attack too large to be written down. That
    matplotlib is missing, an extra, is said when the picture is shown or saved (NoMatplotlib).

    >>> import concomp
    >>> concomp.plot(concomp.compose([concomp.with_e_eps("3/2")] * 2))
    <picture: δ at every ε>
    """
    named = [*_named(drawables)]
    if len(named) == 1 and not isinstance(named[0][1], PrivacyCurve | Profile | TradeOff):
        return Plot(_single(named[0][1]))
    functions = [(name, each.vertices) for name, each in named if isinstance(each, TradeOff)]
    if functions and len(functions) == len(named):
        return Plot(trade_off_chart("What a test achieves", "β of the best test, by its α", functions))
    lines = [_line(name, each) for name, each in named if isinstance(each, PrivacyCurve | Profile)]
    if not lines or len(lines) < len(named):
        raise ParameterError("drawables", value_text([each for _, each in named]), REMEDY)
    return Plot(_profiles(lines, [each for _, each in named]))


def _named(drawables: Iterable[Drawable | Mapping[str, Curve]]) -> Iterable[tuple[str, Drawable]]:
    """What is drawn, each with its name."""
    for number, each in enumerate(drawables, 1):
        if isinstance(each, Mapping):
            for name, curve in each.items():
                if not isinstance(name, str):
                    raise ParameterError("drawables", name, "give each curve a name, as text")
                yield name, curve
        else:
            yield "least δ" if number == 1 else f"least δ ({number})", each


def _profiles(lines: list[Line | Sampled], curves: list[Drawable]) -> Chart:
    [scope, *others] = dict.fromkeys(each.scope if isinstance(each, PrivacyCurve) else "" for each in curves)
    note = scope if not others and scope else "Bounds are drawn rounded up"
    return profile_chart("δ at every ε", note[0].upper() + note[1:], lines)


def _line(name: str, curve: PrivacyCurve | Profile) -> Line | Sampled:
    try:
        return line(name, curve.vertices)
    except (ParameterError, TooLarge):
        assert isinstance(curve, PrivacyCurve)
        return Sampled(name, partial(_above, curve))


def _above(curve: PrivacyCurve, epsilon: Fraction) -> Fraction:
    """A δ that suffices at ε."""
    return curve.delta(epsilon=epsilon).value


def _single(value: object) -> Picture:
    """The picture of what is drawn alone."""
    from concomp.advisor.advice import Advice
    from concomp.door.attack import BestAttack
    from concomp.pictures.attacker import attacker_picture
    from concomp.pictures.plans import guarantee_chart
    from concomp.report.attackers import Attacker

    if isinstance(value, BestAttack):
        attacker = Attacker(value.e_eps, value.suspected, value.delta, value.strategy)
        return attacker_picture("The mechanism", value._document, attacker)
    chart = guarantee_chart(value, value.plan.title or "The plan") if isinstance(value, Advice) else None
    if chart is None:
        raise ParameterError("drawables", value_text(value), REMEDY)
    return chart
