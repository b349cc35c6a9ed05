"""Lists of mechanisms, as a file or as options, and what is asked about their composition."""

from __future__ import annotations

import json
from dataclasses import dataclass
from os.path import join
from typing import Any

from concomp.cli.audits.profiles import audited_document, audited_file
from concomp.cli.compositions.fields import (
    Asked,
    asked_at,
    asked_delta,
    demand_fields,
    read_alike,
    read_entry,
    read_list,
)
from concomp.impl.accounting.fixed_mechanisms import Component
from concomp.impl.accounting.laws.names import read_noise
from concomp.impl.accounting.parameters import PrivacyLoss, rational_loss, read_privacy_loss
from concomp.model.files import read
from concomp.model.files.errors import FormatError, Place, path, shown
from concomp.model.numbers import exact_delta

FIELDS = ("params", "e_eps", "epsilon", "delta")


@dataclass(frozen=True)
class Query(Asked[Component]):
    """Mechanisms by parameters, laws and profiles: the least δ is asked, and the least E."""


def query_of(fields: dict[str, Any], folder: str) -> Query:
    """What the fields of a file in this folder ask; FormatError, and BadInput for a mechanism file that they name."""
    demand_fields(fields, FIELDS, '[["3/2", "0"]]')
    components = read_alike(read_list(fields, "params"), lambda entry, at: _component(entry, at, folder))
    return Query(tuple(components), asked_at(fields), asked_delta(fields))


def _component(entry: Any, at: Place, folder: str) -> Component:
    if isinstance(entry, str):
        return read_entry(read_privacy_loss, entry, at)
    if isinstance(entry, dict) and set(entry) == {"file"}:
        if not isinstance(entry["file"], str):
            raise FormatError(path((*at, "file")), shown(entry["file"]), "write the path of a mechanism file")
        return audited_file(join(folder, entry["file"]))
    if isinstance(entry, dict) and "type" in entry:
        return _mechanism(entry, path(at))
    if isinstance(entry, dict):
        return read_entry(read_noise, entry, at)
    if not isinstance(entry, list) or len(entry) != 2:
        remedy = 'write [E, delta], like ["3/2", "1/100"], "eps=0.1,delta=1e-9", {"law": …}, {"type": …} or {"file": …}'
        raise FormatError(path(at), shown(entry), remedy)
    return PrivacyLoss(read_entry(rational_loss, entry[0], (*at, 0)), read_entry(exact_delta, entry[1], (*at, 1)))


def _mechanism(contents: dict[str, Any], place: str) -> Component:
    """What a mechanism file has, its kernel listed or named, written out in the list."""
    try:
        document = read(json.dumps(contents).encode())
    except FormatError as error:
        raise FormatError(f"{place}: {error.place}", error.value, error.remedy) from None
    return audited_document(document, place)
