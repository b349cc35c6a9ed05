"""On plain values the reader gives what Python gives: random functions of the subset are both read and run."""

from __future__ import annotations

import linecache
from pathlib import Path
from random import Random

import pytest

from concomp.model.language import LanguageError
from concomp.model.language.syntax.python.evaluation import Evaluation
from concomp.model.language.syntax.python.reader import read_function

NAMES = ("a", "b", "c")


class Writer:
    """Writes a random function of whole numbers; variables are assigned before they are read."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def function(self) -> str:
        """A function of two numbers that gives all that it computed."""
        lines = ["def f(a, b=2, *more, c=3, **named):", *self.block(3, "    ")]
        held = "log, sorted(seen), table, same, sorted(also), too"
        return "\n".join([*lines, f"    return [a, b, c, [*more], named, {held}]"])

    def block(self, depth: int, indent: str) -> list[str]:
        """Some statements; `log` is a list."""
        begin = ["log, seen, table = [a], {a}, {0: b}", "same, also, too = log, seen, table"]
        first = [indent + line for line in begin] if indent == "    " else []
        return [*first, *(line for _ in range(self.random.randint(1, 3)) for line in self.statement(depth, indent))]

    def statement(self, depth: int, indent: str) -> list[str]:
        """A statement, with those inside of it."""
        choice = self.random.randrange(13 if depth else 8)
        inner = indent + "    "
        name, other = self.random.choice(NAMES), self.random.choice(NAMES)
        match choice:
            case 0 | 1:
                return [f"{indent}{name} = {self.expression(depth)}"]
            case 2:
                return [f"{indent}{name} {self.random.choice(['+=', '-=', '*='])} {self.expression(1)} % 7"]
            case 3:
                return [f"{indent}log.append({self.expression(depth)})"]
            case 4:
                return [f"{indent}log[-1], {name} = {self.expression(1)}, {self.expression(1)}"]
            case 5:
                return [f"{indent}log += [{self.expression(1)}, *log[:2]]"]
            case 6:
                return [f"{indent}seen {self.random.choice(['|=', '&=', '-=', '^='])} {{{self.expression(1)}, 1}}"]
            case 7:
                changes = ["log *= 1 + (len(log) < 4)", f"table |= {{{name}: {other}}}", f"table[{name}] = {other}"]
                return [indent + self.random.choice(changes)]
            case 8:
                rest = [f"{indent}else:", *self.block(depth - 1, inner)] if self.random.random() < 0.5 else []
                return [f"{indent}if {self.condition()}:", *self.block(depth - 1, inner), *rest]
            case 9:
                leave = [f"{inner}if {self.condition()}:", f"{inner}    {self.random.choice(['break', 'continue'])}"]
                rest = [f"{indent}else:", f"{inner}log.append('all')"]
                loop = f"{indent}for {name} in {self.iterable()}:"
                return [loop, *leave, *self.block(depth - 1, inner), *rest]
            case 10:
                count = f"i{depth}"
                body = [f"{inner}{count} += 1", *self.block(depth - 1, inner)]
                return [f"{indent}{count} = 0", f"{indent}while {count} < 3 and {self.condition()}:", *body]
            case 11:
                body = [f"{inner}log.append(x)", f"{inner}return x + {other} + y", f"{indent}{name} = g({other})"]
                return [f"{indent}def g(x, y={self.expression(1)}):", *body]
        return [f"{indent}{name} = (lambda x, *y: {self.expression(1)} + x + len(y))({other}, *log)"]

    def expression(self, depth: int) -> str:
        """A whole number."""
        if depth == 0 or self.random.random() < 0.3:
            return self.random.choice([*NAMES, str(self.random.randint(-3, 5))])
        inner = [self.expression(depth - 1) for _ in range(2)]
        return self.random.choice(
            [
                f"({inner[0]} {self.random.choice(['+', '-', '*', '&', '|', '^'])} {inner[1]}) % 1000",
                f"-({inner[0]})",
                f"({inner[0]} if {self.condition()} else {inner[1]})",
                f"sum(x * {inner[0]} for x in {self.iterable()} if x != {inner[1]}) % 1000",
                f"len([x for x in {self.iterable()} for y in range(2) if x > y])",
                f"max({inner[0]}, *{self.iterable()}, {inner[1]})",
                f"{{1: {inner[0]}, 2: {inner[1]}}}.get({self.random.randint(1, 3)}, 0)",
                f"sorted([{inner[0]}, {inner[1]}, 3], key=lambda x: -x)[{self.random.randint(-2, 2)}]",
                f"({inner[0]} or {inner[1]})",
                f"len(f'{{{self.random.choice(NAMES)}!r:>{self.random.randint(1, 9)}}}')",
            ]
        )

    def iterable(self) -> str:
        """Numbers to go through."""
        numbers = self.random.randint(1, 4)
        pairs = "(k + v for k, v in zip((1, 2), (a, c)))"
        choice = "([*log[:1], 1] if isinstance(log[0], int) else [2])"
        return self.random.choice([f"range({numbers})", f"(a, b, {numbers})", "reversed([a, b, c])", choice, pairs])

    def condition(self) -> str:
        """A plain condition."""
        one, other = self.random.choice(NAMES), self.random.choice([*NAMES, "0", "2"])
        among = f"{one} in (1, 2, {other})"
        both = f"{one} and {other}"
        return self.random.choice([f"{one} < {other}", f"not {one} == {other}", f"0 <= {one} < 5", among, both])


@pytest.mark.parametrize("seed", range(8))
def test_random_functions_are_read_as_python_runs_them(tmp_path: Path, seed: int) -> None:
    writer = Writer(Random(seed))
    texts = [writer.function() for _ in range(25)]
    agreed = 0
    for number, text in enumerate(texts):
        file = tmp_path / f"random_{number}.py"
        file.write_text(text)
        linecache.checkcache(str(file))
        names: dict[str, object] = {}
        exec(compile(text, str(file), "exec", dont_inherit=True), names)
        function = names["f"]
        assert callable(function)
        for given in ((0,), (3, -1), (2, 5, 1, 4)):
            try:
                wanted = function(*given)
            except Exception:
                with pytest.raises(LanguageError):
                    read_function(function, *given)
                continue
            assert repr(read_function(function, *given)) == repr(wanted), text
            agreed += 1
    assert agreed > 30


def test_containers_that_are_copied_where_python_changes_them_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Evaluation, "in_place", Evaluation.binary)
    with pytest.raises(AssertionError):
        test_random_functions_are_read_as_python_runs_them(tmp_path, 1)
