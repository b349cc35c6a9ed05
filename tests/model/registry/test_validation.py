"""Each thing that validation looks for is found when it is there."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from pydantic import ValidationError

from concomp.model.registry.registry import Registry, assemble, load
from concomp.model.registry.rows import Convention
from concomp.model.registry.validation import validate
from tests.model.registry.rows import erratum, refuted_and_repaired, statement

ONE = "HSV26 Lemma 1.1"


def test_the_registry_that_ships_is_sound() -> None:
    assert validate(load()) == []


def test_a_small_sound_registry_is_sound() -> None:
    assert validate(refuted_and_repaired()) == []


def only(**row: object) -> Registry:
    return assemble([statement("Lemma 1.1", **row)], [])


SPOILED: dict[str, tuple[Callable[[], Registry], str]] = {
    "filed under another name": (
        lambda: Registry({"HSV26 Lemma 1.2": statement("Lemma 1.1")}, {}),
        "HSV26 Lemma 1.2: is filed under another name than its own, 'HSV26 Lemma 1.1'",
    ),
    "label": (lambda: assemble([statement("Lemma one")], []), "HSV26 Lemma one: label 'Lemma one' is not canonical"),
    "repeated entry": (
        lambda: assemble([statement("Lemma 1.1"), statement("Lemma 1.2", "Lemma 1.1", "Lemma 1.1")], []),
        "HSV26 Lemma 1.2: depends_on has repeated entries",
    ),
    "empty text": (lambda: only(text=" "), f"{ONE}: text is empty"),
    "silent erratum": (lambda: assemble([], [erratum("E1", printed="", repair="")]), "E1: says nothing"),
    "line number": (lambda: only(how="compare with line 639"), f"{ONE}: how contains a line number: 'line 6'"),
    "short line number": (lambda: only(text="see l. 22"), f"{ONE}: text contains a line number: 'l. 2'"),
    "text file": (lambda: only(text="000 prints it"), f"{ONE}: text contains the number of a text file: '000'"),
    "file name": (lambda: only(how="in hsv26.jsonl"), f"{ONE}: how contains a file name: '.jsonl'"),
    "other place": (
        lambda: only(section="shared/errata"),
        f"{ONE}: section contains a place outside the project: 'shared/'",
    ),
    "machine path": (
        lambda: assemble([], [erratum("E1", wrong="see /tmp/x")]),
        "E1: wrong contains a path of a machine: '/tmp/'",
    ),
    "convention": (
        lambda: assemble([], [], [Convention(errata="E", title="Notation", text="lines 3-4")]),
        "Notation: text contains a line number: 'lines 3'",
    ),
    "missing dependency": (
        lambda: assemble([statement("Lemma 1.1", "Lemma 7.7")], []),
        f"{ONE}: depends_on names 'HSV26 Lemma 7.7', which has no row",
    ),
    "missing formal": (
        lambda: only(formal=("HSV26 Lemma 7.7",)),
        f"{ONE}: formal names 'HSV26 Lemma 7.7', which has no row",
    ),
    "formal itself": (lambda: only(formal=(ONE,)), f"{ONE}: formal names itself"),
    "missing erratum": (lambda: only(errata=("E1",)), f"{ONE}: no erratum E1 of HSV26"),
    "erratum of another paper": (
        lambda: assemble([statement("Lemma 1.1", errata=("Z1",))], [erratum("Z1", concerns=(ONE,))]),
        f"{ONE}: no erratum Z1 of HSV26",
    ),
    "one-sided link from the row": (
        lambda: assemble([statement("Lemma 1.1", errata=("E1",))], [erratum("E1")]),
        f"{ONE}: lists E1, which does not concern it",
    ),
    "one-sided link from the erratum": (
        lambda: assemble([statement("Lemma 1.1")], [erratum("E1", concerns=(ONE,))]),
        f"E1: concerns {ONE}, whose row does not list it",
    ),
    "erratum about nothing": (
        lambda: assemble([], [erratum("E1", concerns=(ONE,))]),
        f"E1: concerns '{ONE}', which has no row",
    ),
    "no class": (lambda: assemble([], [erratum("E1", classes=())]), "E1: has no class"),
    "refutes beyond concerns": (
        lambda: assemble([statement("Lemma 1.1")], [erratum("E1", refutes=(ONE,), classes=("false",))]),
        f"E1: refutes {ONE}, which it does not concern",
    ),
    "refutes without being false": (
        lambda: assemble([statement("Lemma 1.1", errata=("E1",))], [erratum("E1", concerns=(ONE,), refutes=(ONE,))]),
        f"E1: refutes {ONE}, but its class is not 'false'",
    ),
    "refuted and not repaired": (
        lambda: assemble(
            [statement("Lemma 1.1", errata=("E1",))],
            [erratum("E1", concerns=(ONE,), refutes=(ONE,), classes=("false",))],
        ),
        f"{ONE}: is refuted as printed and has no repaired row",
    ),
    "repairs what stands": (
        lambda: assemble([statement("Lemma 1.1"), statement("Lemma 1.1 (repaired)", repairs=ONE)], []),
        f"{ONE} (repaired): repairs {ONE}, which no erratum refutes",
    ),
    "repairs nothing": (
        lambda: assemble([statement("Lemma 1.1 (repaired)", repairs=ONE)], []),
        f"{ONE} (repaired): repairs '{ONE}', which has no row",
    ),
    "repairs another": (
        lambda: assemble([statement("Lemma 1.1"), statement("Lemma 1.1 (repaired)")], []),
        f"{ONE} (repaired): must repair {ONE}, not None",
    ),
    "repaired twice": (
        lambda: assemble(
            [*refuted_and_repaired().statements.values(), statement("Repair R1", repairs=ONE)],
            refuted_and_repaired().errata.values(),
        ),
        f"HSV26 Repair R1: repairs {ONE}, which {ONE} (repaired) repairs already",
    ),
    "repair rests on what it repairs": (
        lambda: assemble(
            [
                statement("Lemma 1.1", errata=("E1",)),
                statement("Lemma 1.2", "Lemma 1.1"),
                statement("Lemma 1.1 (repaired)", "Lemma 1.2", repairs=ONE),
            ],
            [erratum("E1", concerns=(ONE,), refutes=(ONE,), classes=("false",))],
        ),
        f"{ONE} (repaired): rests on {ONE}, which it repairs",
    ),
}


@pytest.mark.parametrize("what", SPOILED)
def test_validation_finds(what: str) -> None:
    make, problem = SPOILED[what]
    assert problem in validate(make())


def test_a_cycle_is_named_along_its_arrows() -> None:
    registry = assemble(
        [
            statement("Lemma 1.1", "Lemma 1.3"),
            statement("Lemma 1.2", "Lemma 1.1"),
            statement("Lemma 1.3", "Lemma 1.2"),
        ],
        [],
    )
    (problem,) = validate(registry)
    what, _, path = problem.partition(": ")
    assert what == "depends_on goes round in a circle"
    steps = path.split(" -> ")
    assert set(steps) == set(registry.statements)
    assert steps[0] == steps[-1]
    assert all(after in registry.statements[step].depends_on for step, after in pairwise(steps))


@pytest.mark.parametrize(
    "fields",
    [{"source": "HSV27"}, {"kind": "theory"}, {"check": "by eye"}, {"not_encoded": "not yet"}, {"colour": "red"}],
)
def test_words_outside_the_vocabulary_do_not_make_a_row(fields: dict[str, str]) -> None:
    with pytest.raises(ValidationError, match=next(iter(fields))):
        statement("Lemma 1.1", **fields)


@pytest.mark.parametrize("fields", [{"classes": ("wrong",)}, {"confirmed": "maybe"}, {"colour": "red"}])
def test_words_outside_the_vocabulary_do_not_make_an_erratum(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError, match=next(iter(fields))):
        erratum("E1", **fields)
