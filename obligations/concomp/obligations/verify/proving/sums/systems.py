"""The systems over which sums may be formed."""

from __future__ import annotations

from concomp.model.language.syntax.terms import Term
from concomp.obligations.verify.encoding.applications import without_applications
from concomp.obligations.verify.encoding.comparable import Comparability
from concomp.obligations.verify.encoding.coordinates import has_open_vectors
from concomp.obligations.verify.encoding.counting import marked
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.encoding.tracked import INDEX, focus, has_maps, keys, maps_at, track, with_values


def summable_systems(system: System, indices: tuple[Term, ...] = ()) -> list[System]:
    """The systems with one arbitrary index that a step looks at, over all of which sums may be formed.

    Where entries are compared with slots, the values that they have at this index are arbitrary as well. Of entries
    that are vectors of any length no sums are formed.
    """
    plain = without_applications(system)
    if indices or has_open_vectors(plain) or not has_maps(plain):
        return []
    return [_with_values(focus(plain, key), key) for key in keys(plain)]


def _with_values(system: System, key: Term) -> System:
    single = track(system, [INDEX]).system
    entries = maps_at(system, INDEX)
    pairs = marked(single, list(entries), Comparability(single))
    return with_values(system, [entries[held] for _, held in pairs], key)
