"""The page on file formats: every example is read, and every kind and mode that there is has its heading."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any, get_args

import pytest

from concomp.advisor.facts.functions import KNOWN
from concomp.cli.compositions.lists import query_of
from concomp.cli.compositions.under_measures import measured, question_of
from concomp.model.files import game, read, write
from concomp.model.files.certificates import Names, read_certificate
from concomp.model.files.confounding.addition import wanted_of
from concomp.model.files.confounding.deployment import read_confounding
from concomp.model.files.reading import KINDS, MODES
from concomp.model.files.schema import Named
from concomp.model.mechanisms.named.catalogue import LAWS
from concomp.model.reduction.certificate import check_certificate
from tests.pages import ROOT, blocks

PAGE = (ROOT / "docs" / "files.md").read_text(encoding="utf-8")
MECHANISM, CONTINUAL, *OTHERS = blocks("json", PAGE)
KIND_EXAMPLES = [example for example in OTHERS if example.startswith('{"kind"')]
NAMED_EXAMPLES = [example for example in OTHERS if '"kernel": {"law"' in example]
COMPOSITIONS = [example.replace('"CM"', CONTINUAL) for example in OTHERS if '"mode"' in example]
DEPLOYMENT, ADDITION = (
    next(example for example in OTHERS if f'"type": "{name}"' in example) for name in ("confounding", "addition")
)
MEASURED = [example for example in OTHERS if '"measure"' in example]
CERTIFICATE, LIST = [example for example in OTHERS if example not in MEASURED][-2:]


def read_text(text: str) -> Any:
    return read(text.encode())


@pytest.mark.parametrize("text", [MECHANISM, CONTINUAL, *NAMED_EXAMPLES, *COMPOSITIONS])
def test_every_example_is_read_and_written_alike(text: str) -> None:
    found = read_text(text)
    assert read(write(found).encode()) == found
    assert game(found).queries


@pytest.mark.parametrize("text", KIND_EXAMPLES)
def test_every_verification_is_read(text: str) -> None:
    found = read_text(json.dumps({**json.loads(CONTINUAL), "verification": json.loads(text)}))
    assert found.verification.kind == json.loads(text)["kind"]


def test_every_kind_law_and_mode_has_its_heading_and_example() -> None:
    headings = re.findall(r'^### `"(.*)"`$', PAGE, re.MULTILINE)
    assert sorted(headings) == sorted([*KINDS, *MODES, *LAWS])
    assert {json.loads(text)["kind"] for text in KIND_EXAMPLES} == set(KINDS)
    assert {json.loads(text)["mode"] for text in COMPOSITIONS} == set(MODES)
    assert [json.loads(text)["kernel"]["law"] for text in NAMED_EXAMPLES] == list(LAWS)
    assert len(KIND_EXAMPLES) + len(NAMED_EXAMPLES) + len(COMPOSITIONS) + len(MEASURED) + 4 == len(OTHERS)


def test_plans_and_files_name_a_rule_alike() -> None:
    assert set(KNOWN) <= set(get_args(Named.model_fields["kind"].annotation))


def test_a_mechanism_is_added_to_the_deployment() -> None:
    deployed = read_confounding(json.loads(DEPLOYMENT))
    wanted = wanted_of(json.loads(ADDITION), list(deployed.setting.data))
    assert (wanted.reads, wanted.outputs) == ("data", ("quiet", "alarm"))


def test_the_certificate_is_about_the_first_mechanism() -> None:
    subject = game(read_text(MECHANISM))
    certificate = read_certificate(CERTIFICATE.encode(), subject, Names(str, str))
    assert check_certificate(certificate, subject) == 3


def test_the_list_is_what_compose_reads() -> None:
    query = query_of(json.loads(LIST), "")
    assert (len(query.components), len(query.at), query.delta) == (3, 2, Fraction(1, 20))


def test_every_list_under_a_measure_is_composed() -> None:
    assert [json.loads(text)["measure"] for text in MEASURED] == ["renyi", "zcdp", "tcdp", "fdp"]
    for text in MEASURED:
        found, _ = measured(question_of(json.loads(text)))
        assert found["measure"] == json.loads(text)["measure"]
