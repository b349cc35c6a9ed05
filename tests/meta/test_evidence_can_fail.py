"""The tests of evidence notice where it would be taken for what it is not about."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from types import FunctionType
from typing import Any, Self

import pytest
from pydantic import model_validator

from concomp.impl.session import functions
from concomp.model import libraries
from concomp.model.files import evidence
from concomp.model.files.evidence import PropertyEvidence
from concomp.model.language.fingerprints import annotations as annotation_texts
from concomp.model.language.fingerprints import classes, files, imports, texts
from concomp.model.language.fingerprints import parts as fingerprints_of_python
from tests.impl.session import test_trust as of_trust
from tests.model.files import test_evidence as of_evidence
from tests.model.language import test_annotation_texts as of_annotations
from tests.model.language import test_meaning_texts as of_meanings
from tests.model.language import test_meanings_in_files as in_files
from tests.model.language import test_meanings_made_twice as made_twice
from tests.model.language import test_meanings_refused as refused_meanings

Patch = pytest.MonkeyPatch


def meanings_by_their_names(patch: Patch) -> None:
    """A meaning counts by what it is called."""
    patch.setattr(evidence, "meaning_to_json", lambda name, meaning, domain: getattr(meaning, "__qualname__", None))


def functions_by_their_code(patch: Patch) -> None:
    """What a function holds beside its code does not count."""
    parts = {**fingerprints_of_python._PARTS, FunctionType: lambda function: (function.__code__,)}
    patch.setattr(fingerprints_of_python, "_PARTS", parts)


def objects_by_their_class(patch: Patch) -> None:
    """What an object holds does not count."""
    patch.setattr(texts, "fields_of", lambda value: ())


def files_left_out(patch: Patch) -> None:
    """The texts of files do not count."""
    patch.setattr(texts, "files_of", lambda values: [])


def imported_files_left_out(patch: Patch) -> None:
    """The texts of files that are imported do not count."""
    patch.setattr(files, "imported_modules", lambda text, package: frozenset())


def imports_within_functions_left_out(patch: Patch) -> None:
    """Import statements count only where they stand at the top of a file."""

    def at_the_top(text: str, package: str) -> frozenset[str]:
        lines = [line for line in text.splitlines() if line.startswith(("import ", "from "))]
        return imports.imported_modules("\n".join(lines), package)

    patch.setattr(files, "imported_modules", at_the_top)


def files_by_their_texts_alone(patch: Patch) -> None:
    """It does not count which file has which text."""
    read = texts.files_of
    patch.setattr(texts, "files_of", lambda values: sorted((text, text) for _, text in read(values)))


def pythons_folders_by_their_names(patch: Patch) -> None:
    """A folder that is called like a module of Python's is taken for it, wherever it lies."""
    patch.setattr(libraries, "_places", lambda known: ())


def modules_of_modules_left_out(patch: Patch) -> None:
    """A module that is an attribute of another may be one by which anything can be read."""
    patch.setattr(fingerprints_of_python, "_demand_modules_within_reach", lambda used, names: None)


def sys_by_attribute_left_out(patch: Patch) -> None:
    """`sys` may be read of another module."""
    modules_of_modules_left_out(patch)
    names = fingerprints_of_python._REACHING_NAMES - {"sys"}
    patch.setattr(fingerprints_of_python, "_REACHING_NAMES", names)


def annotations_left_out(patch: Patch) -> None:
    """Annotations do not count."""
    patch.setattr(fingerprints_of_python, "annotations_of", lambda value: [])


def shared_parts_written_each_time(patch: Patch) -> None:
    """A part of an annotation is written wherever it stands."""
    patch.setattr(annotation_texts._Writing, "_hash", lambda self, part: json.dumps(self.text(part)))


def odd_notes_left_out(patch: Patch) -> None:
    """What cannot be read of Python's notes does not count."""

    def read_notes(value: Any, notes: str, read: Callable[[], Any]) -> Any:
        with suppress(Exception):
            return read()

    patch.setattr(annotation_texts, "read_notes", read_notes)


def registrations_left_out(patch: Patch) -> None:
    """What an abstract class was told of others does not count."""
    patch.setattr(classes, "virtual_subclasses", lambda kind: ())


def hashes_that_are_remembered(patch: Patch) -> None:
    """What a meaning is later does not count."""
    patch.setattr(functions, "_text_of_meanings", lambda function: None)
    functions._known.cache_clear()


def parameters_left_out_are_any(patch: Patch) -> None:
    """Evidence that does not name a parameter holds at all of its values."""

    def is_about(self: PropertyEvidence, parameters: Any) -> bool:
        return all(parameters.get(name) == value for name, value in self.parameters.items())

    patch.setattr(PropertyEvidence, "is_about", is_about)


class Loose(PropertyEvidence):
    """A piece whose certificate need not be named."""

    @model_validator(mode="after")
    def _names_its_certificates(self) -> Self:
        return self


def proofs_of_nobody(patch: Patch) -> None:
    """A certificate need not be named."""
    patch.setattr(of_evidence, "PropertyEvidence", Loose)


def pieces_by_what_they_are_about(patch: Patch) -> None:
    """The hash of a file is of the subjects of its pieces."""

    def of_subjects(pieces: Any) -> str:
        return hashlib.sha256(json.dumps([each.subject for each in pieces]).encode()).hexdigest()

    patch.setattr(evidence, "_hash_of_pieces", of_subjects)


def edited_parameters(tmp_path: Any) -> None:
    of_evidence.test_an_edited_piece_is_noticed({"parameters": {}}, tmp_path)


def fields(tmp_path: Any) -> None:
    of_meanings.test_what_is_held_counts(of_meanings.Table)


def closures(tmp_path: Any) -> None:
    of_meanings.test_what_is_held_counts(of_meanings.closing_over)


def file_texts(tmp_path: Any) -> None:
    with Patch.context() as patch:
        in_files.test_the_file_of_what_it_calls_and_of_its_class_counts(in_files.loader(tmp_path, patch))


def imported(tmp_path: Any, way: str = "import") -> None:
    with Patch.context() as patch:
        in_files.test_the_files_that_its_file_imports_count(in_files.Project(tmp_path, patch), way)


def imported_within(tmp_path: Any) -> None:
    imported(tmp_path, "in a function")


def imported_of_others(tmp_path: Any) -> None:
    imported(tmp_path, "through another")


def changed_places(tmp_path: Any) -> None:
    with Patch.context() as patch:
        in_files.test_two_imported_files_may_not_change_places(in_files.Project(tmp_path, patch))


def folder_of_pythons_name(tmp_path: Any) -> None:
    with Patch.context() as patch:
        in_files.test_a_folder_called_like_a_module_of_pythons_that_is_not_here_is_the_authors(
            in_files.Project(tmp_path, patch), patch, loaded=True
        )


def module_of_another(tmp_path: Any) -> None:
    reason = "it uses the module inspect"
    refused_meanings.test_what_reaches_for_more_is_refused(refused_meanings.by_module_of_another, reason)


def attribute_of_another(tmp_path: Any) -> None:
    reason = "by_attribute_of_another reads sys"
    refused_meanings.test_what_reaches_for_more_is_refused(refused_meanings.by_attribute_of_another, reason)


def annotations(tmp_path: Any) -> None:
    made_twice.test_what_one_text_makes_twice_is_told_apart(made_twice.by_annotation)


def shared_annotations(tmp_path: Any) -> None:
    of_annotations.test_a_shared_part_is_read_once()


def odd_annotations(tmp_path: Any) -> None:
    of_annotations.test_notes_that_cannot_be_read_are_named(next(iter(of_annotations.ODD)))


def registrations(tmp_path: Any) -> None:
    made_twice.test_what_one_text_makes_twice_is_told_apart(made_twice.by_registration)


def dropped(tmp_path: Any) -> None:
    of_trust.test_evidence_that_drops_a_parameter_is_about_none_of_its_values()


def only_equal(tmp_path: Any) -> None:
    of_evidence.test_a_value_that_is_only_equal_is_another(True, 1)


def other_meanings(tmp_path: Any) -> None:
    of_trust.test_evidence_of_one_meaning_is_refused_for_another()


def unnamed(tmp_path: Any) -> None:
    problem = "A certificate is named by its hash in certificates, and none is"
    of_evidence.test_what_names_no_proof_is_no_proof({"kind": "certificate"}, "pieces[0]", problem, tmp_path)


BREAKAGES: list[tuple[Callable[[Patch], None], Callable[[Any], None]]] = [
    (meanings_by_their_names, other_meanings),
    (functions_by_their_code, closures),
    (objects_by_their_class, fields),
    (shared_parts_written_each_time, shared_annotations),
    (odd_notes_left_out, odd_annotations),
    (files_left_out, file_texts),
    (imported_files_left_out, imported),
    (imported_files_left_out, imported_of_others),
    (imports_within_functions_left_out, imported_within),
    (files_by_their_texts_alone, changed_places),
    (pythons_folders_by_their_names, folder_of_pythons_name),
    (modules_of_modules_left_out, module_of_another),
    (sys_by_attribute_left_out, attribute_of_another),
    (annotations_left_out, annotations),
    (registrations_left_out, registrations),
    (hashes_that_are_remembered, other_meanings),
    (parameters_left_out_are_any, dropped),
    (parameters_left_out_are_any, only_equal),
    (proofs_of_nobody, unnamed),
    (pieces_by_what_they_are_about, edited_parameters),
]


@pytest.mark.parametrize(("breakage", "check"), BREAKAGES, ids=lambda each: each.__name__)
def test_a_breakage_of_evidence_is_noticed(
    breakage: Callable[[Patch], None], check: Callable[[Any], None], monkeypatch: Patch, tmp_path: Any
) -> None:
    check(tmp_path)
    breakage(monkeypatch)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check(tmp_path)
