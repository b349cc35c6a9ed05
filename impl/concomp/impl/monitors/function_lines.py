"""From a definition to the lines of a function.

What is known before the first message is put in its place: the values of parameters and, for each pair of cases of a
union, the case. What is left is written as statements, after a check of the messages' sorts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product

from concomp.impl.monitors.python_body import Body, Endings, conjuncts, lines
from concomp.impl.monitors.python_terms import Names, Scope, fields_check, message_check
from concomp.impl.monitors.register_layout import Layout, layout, writes
from concomp.impl.monitors.simplification import parts, simplify
from concomp.model.language.readings.functions import DefinitionFunction
from concomp.model.language.readings.machine import Machine, demand_as_read
from concomp.model.language.readings.runnable import Runnable
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import Definition
from concomp.model.language.syntax.sorts import MapSort, OpaqueSort, RecordSort, Sort, UnionSort
from concomp.model.language.syntax.terms import FALSE, Term
from concomp.model.language.syntax.values import Value

SIDES = ("left", "right")
CasePair = tuple[RecordSort, RecordSort]


@dataclass(frozen=True)
class Generated:
    """A function in the making.

    layout, scope: the variables, and what Python calls them. initial: their values before the first message.
    steps: the lines that read the variables `left` and `right`.
    """

    layout: Layout
    scope: Scope
    initial: tuple[Value, ...]
    steps: tuple[str, ...]


def generate_in_place(monitor: Runnable, endings: Endings) -> Generated:
    """The lines of a function that keeps its variables, and changes maps in place where it can."""
    return _generate(monitor, endings, _changeable)


def generate(monitor: Runnable, endings: Endings) -> Generated:
    """The lines of a function that leaves the values of its variables as they are, and makes new ones."""
    return _generate(monitor, endings, lambda plan, bodies: frozenset())


def starting_lines(generated: Generated) -> list[str]:
    """The lines that give the variables of a function that keeps them their values before the first message."""
    found, scope = [], generated.scope
    names = scope.names
    for variable, value in zip(generated.layout.variables, generated.initial, strict=True):
        written = scope.variables[variable.symbol]
        if variable.symbol in scope.in_place:
            found.append(f"{written} = {names.of(dict(value.entries), ('entries', written))}.copy()")
            names.values[f"{written}_default"] = value.default
        else:
            found.append(f"{written} = {names.literal(variable.symbol.sort, value)}")
    return found


def _generate(
    monitor: Runnable, endings: Endings, changeable: Callable[[Layout, list[Body]], frozenset[Term]]
) -> Generated:
    if isinstance(monitor, Machine):
        demand_as_read(monitor)
    initial = DefinitionFunction(monitor.definition, monitor.parameter_values, monitor.meanings).initial
    assert isinstance(initial, tuple)
    plan = layout(monitor.definition)
    bodies = list(_bodies(monitor, plan))
    in_place = changeable(plan, [body for _, body in bodies])
    variables = {variable.symbol: f"r{index}" for index, variable in enumerate(plan.variables)}
    scope = Scope(Names(), monitor.meanings, variables, in_place)
    changing = [(case, _with_writes(body, in_place)) for case, body in bodies]
    steps = _dispatch(monitor.definition.message, changing, scope, endings)
    return Generated(plan, scope, plan.split(initial), tuple(steps))


def _bodies(monitor: Runnable, plan: Layout) -> Iterator[tuple[CasePair | None, Body]]:
    """What is done with a pair of messages; of a union, for each pair of cases."""
    definition, given = monitor.definition, monitor.parameter_values
    known: dict[Term, Term] = dict(plan.wholes)
    known.update({p.symbol: terms.constant(p.symbol.sort, given[p.name]) for p in definition.parameters})
    guard = terms.conjunction([definition.allowed, definition.guard])
    updates = [register.update for register in definition.registers]
    for case in _cases(definition.message):
        sides = {} if case is None else _of_case(definition, case)
        holds, verdict, *after = simplify([guard, definition.verdict, *updates], {**known, **sides})
        split = [
            part
            for whole, update in zip(plan.wholes.values(), after, strict=True)
            for part in split_update(whole, update)
        ]
        yield case, Body(conjuncts(holds), verdict, {s: u for s, u in split if s is not u}, {})


def _cases(sort: Sort) -> Iterator[CasePair | None]:
    if isinstance(sort, UnionSort):
        yield from product(sort.cases, repeat=2)
    else:
        yield None


def _of_case(definition: Definition, case: CasePair) -> dict[Term, Term]:
    leaves = [terms.leaf("message", sort, side) for side, sort in zip(SIDES, case, strict=True)]
    left, right = (terms.make("in union", (leaf,), definition.message) for leaf in leaves)
    return {definition.left: left, definition.right: right}


def split_update(whole: Term, update: Term) -> Iterator[tuple[Term, Term]]:
    """Each variable of a register with its new value."""
    if whole.operator == "register":
        yield whole, update
    else:
        for part, changed in zip(whole.arguments, parts(update), strict=True):
            yield from split_update(part, changed)


def _changeable(plan: Layout, bodies: list[Body]) -> frozenset[Term]:
    """The maps of which only entries are read and changed."""
    candidates = {v.symbol for v in plan.variables if isinstance(v.symbol.sort, MapSort)}
    for body in bodies:
        changed = {s: writes(s, u) for s, u in body.updates.items() if s in candidates}
        candidates -= {symbol for symbol, found in changed.items() if found is None}
    # Of maps that change in place only what is written counts as a use.
    for body in bodies:
        outputs = _with_writes(body, frozenset(candidates)).outputs
        candidates -= set(outputs)
        for term in terms.descendants(outputs):
            used = term.arguments[1:] if term.operator == "read" else term.arguments
            candidates -= set(used)
    return frozenset(candidates)


def _with_writes(body: Body, in_place: frozenset[Term]) -> Body:
    changes = {s: writes(s, u) or () for s, u in body.updates.items() if s in in_place}
    kept = {s: u for s, u in body.updates.items() if s not in in_place}
    return Body(body.requirements, body.verdict, kept, changes)


def _dispatch(sort: Sort, bodies: list[tuple[CasePair | None, Body]], scope: Scope, endings: Endings) -> list[str]:
    """The lines that check the sorts of both messages and go on with the body for them."""
    names = scope.names
    if not isinstance(sort, UnionSort | RecordSort):
        [(_, body)] = bodies
        return [*_checks(names, sort, endings), *lines(body, scope, endings)]
    found = []
    for known, body in bodies:
        case = (sort, sort) if isinstance(sort, RecordSort) else known
        if case is None or FALSE in body.requirements:
            continue
        one, other = (names.of(side.record, side) for side in case)
        inner = replace(scope, fields=_fields(*case))
        left, right = (fields_check(names, side, f"{which}_fields") for side, which in zip(case, SIDES, strict=True))
        found += [
            f"if type(left) is {one} and type(right) is {other}:",
            *(f"    {line}" for line in _open_block(*case)),
            # In production both sides are one object.
            f"    if {left} and (right is left or {right}):",
            *(f"        {line}" for line in lines(body, inner, endings)),
        ]
    return [*found, *endings.reject]


def _fields(left: Sort, right: Sort) -> dict[Term, str]:
    sorts = dict(zip(SIDES, (left, right), strict=True))
    return {terms.leaf("message", s, side): f"{side}_fields" for side, s in sorts.items() if isinstance(s, RecordSort)}


def _open_block(left: Sort, right: Sort) -> list[str]:
    return [f"{name} = {terms.leaf_name(leaf)}.__dict__" for leaf, name in _fields(left, right).items()]


def _checks(names: Names, sort: Sort, endings: Endings) -> list[str]:
    if isinstance(sort, OpaqueSort):
        hashed = ["    hash(left)", "    if right is not left:", "        hash(right)"]
        return ["try:", *hashed, "except Exception:", *(f"    {line}" for line in endings.reject)]
    left, right = (message_check(names, sort, side) for side in SIDES)
    return [f"if not ({left}) or not (right is left or ({right})):", *(f"    {line}" for line in endings.reject)]
