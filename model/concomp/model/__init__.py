"""The model: what the papers say, exactly. Names are brought in when they are first used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concomp.model.composition.catalogue import Catalogue, catalogue
    from concomp.model.composition.concurrent import concurrent_composition
    from concomp.model.composition.extended import (
        composition_game,
        creation,
        extended_concurrent_composition,
        query_pair,
    )
    from concomp.model.composition.filtered import Filtered, FilteredResponses, product_filter, sum_filter
    from concomp.model.composition.first_pair import FirstPairConsistentParallel
    from concomp.model.composition.fixed import FixedMechanisms, FixedParameters
    from concomp.model.composition.messages import Create, Query
    from concomp.model.composition.parallel import SparseParallel, SparseParallelWithDeltaBudget, SparseResponses
    from concomp.model.composition.slots import Parameters
    from concomp.model.composition.suitable import Suitable
    from concomp.model.language import (
        NOTHING,
        Abs,
        Bool,
        Conjunction,
        Enumeration,
        Int,
        LanguageError,
        Map,
        Max,
        Min,
        Monitor,
        Opaque,
        PostProcessing,
        Product,
        Projection,
        Real,
        Record,
        Rejection,
        Vector,
        WithinBudget,
        accept_if,
        all_of,
        any_of,
        both,
        case,
        common,
        elsewhen,
        function,
        is_case,
        isin,
        ite,
        otherwise,
        parameter,
        per_copy,
        register,
        relation,
        require,
        same_case,
        when,
    )
    from concomp.model.laws.indistinguishability import (
        Privacy,
        distance,
        hockey_stick,
        indistinguishable,
        total_variation,
    )
    from concomp.model.laws.law import Law
    from concomp.model.laws.profile import Profile
    from concomp.model.mechanisms.continual import identifier, verified
    from concomp.model.mechanisms.equivalence import equivalent
    from concomp.model.mechanisms.formats import FormatError, read_file
    from concomp.model.mechanisms.interaction import Adversary, interaction, view
    from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism
    from concomp.model.mechanisms.noninteractive import NonInteractiveMechanism
    from concomp.model.mechanisms.postprocessing import InteractivePostProcessing, chain, post_process
    from concomp.model.mechanisms.privacy import Game, attack, continual_game, is_private, least_delta, profile, replay
    from concomp.model.mechanisms.randomised_response import interactive_randomised_response, randomised_response
    from concomp.model.mechanisms.verification import Predicate, VerificationFunction, is_valid, verifier
    from concomp.model.statements.evidence import Evidence, Outcome
    from concomp.model.statements.registry import Erratum, Registry, Statement, UnknownLabel
    from concomp.model.statements.tags import realises, tags_of
    from concomp.model.statements.words import Word

_NAMES = {
    "composition.catalogue": (
        "Catalogue",
        "catalogue",
    ),
    "composition.filtered": (
        "Filtered",
        "FilteredResponses",
        "product_filter",
        "sum_filter",
    ),
    "composition.first_pair": ("FirstPairConsistentParallel",),
    "composition.fixed": (
        "FixedMechanisms",
        "FixedParameters",
    ),
    "composition.parallel": (
        "SparseParallel",
        "SparseParallelWithDeltaBudget",
        "SparseResponses",
    ),
    "composition.slots": ("Parameters",),
    "composition.suitable": ("Suitable",),
    "mechanisms.formats": (
        "FormatError",
        "read_file",
    ),
    "composition.concurrent": ("concurrent_composition",),
    "composition.extended": ("composition_game", "creation", "extended_concurrent_composition", "query_pair"),
    "composition.messages": ("Create", "Query"),
    "language": (
        "NOTHING",
        "Abs",
        "Bool",
        "Conjunction",
        "Enumeration",
        "Int",
        "LanguageError",
        "Map",
        "Max",
        "Min",
        "Monitor",
        "Opaque",
        "PostProcessing",
        "Product",
        "Projection",
        "Real",
        "Record",
        "Rejection",
        "Vector",
        "WithinBudget",
        "accept_if",
        "all_of",
        "any_of",
        "both",
        "case",
        "common",
        "elsewhen",
        "function",
        "is_case",
        "isin",
        "ite",
        "otherwise",
        "parameter",
        "per_copy",
        "register",
        "relation",
        "require",
        "same_case",
        "when",
    ),
    "laws.indistinguishability": ("Privacy", "distance", "hockey_stick", "indistinguishable", "total_variation"),
    "laws.law": ("Law",),
    "laws.profile": ("Profile",),
    "mechanisms.continual": ("identifier", "verified"),
    "mechanisms.equivalence": ("equivalent",),
    "mechanisms.interaction": ("Adversary", "interaction", "view"),
    "mechanisms.interactive": ("HALT", "InteractiveMechanism"),
    "mechanisms.noninteractive": ("NonInteractiveMechanism",),
    "mechanisms.postprocessing": ("InteractivePostProcessing", "chain", "post_process"),
    "mechanisms.privacy": ("Game", "attack", "continual_game", "is_private", "least_delta", "profile", "replay"),
    "mechanisms.randomised_response": ("interactive_randomised_response", "randomised_response"),
    "mechanisms.verification": ("Predicate", "VerificationFunction", "is_valid", "verifier"),
    "statements.evidence": ("Evidence", "Outcome"),
    "statements.registry": ("Erratum", "Registry", "Statement", "UnknownLabel"),
    "statements.tags": ("realises", "tags_of"),
    "statements.words": ("Word",),
}
_WHERE = {name: module for module, names in _NAMES.items() for name in names}

__all__ = [
    "HALT",
    "NOTHING",
    "Abs",
    "Adversary",
    "Bool",
    "Catalogue",
    "Conjunction",
    "Create",
    "Enumeration",
    "Erratum",
    "Evidence",
    "Filtered",
    "FilteredResponses",
    "FirstPairConsistentParallel",
    "FixedMechanisms",
    "FixedParameters",
    "FormatError",
    "Game",
    "Int",
    "InteractiveMechanism",
    "InteractivePostProcessing",
    "LanguageError",
    "Law",
    "Map",
    "Max",
    "Min",
    "Monitor",
    "NonInteractiveMechanism",
    "Opaque",
    "Outcome",
    "Parameters",
    "PostProcessing",
    "Predicate",
    "Privacy",
    "Product",
    "Profile",
    "Projection",
    "Query",
    "Real",
    "Record",
    "Registry",
    "Rejection",
    "SparseParallel",
    "SparseParallelWithDeltaBudget",
    "SparseResponses",
    "Statement",
    "Suitable",
    "UnknownLabel",
    "Vector",
    "VerificationFunction",
    "WithinBudget",
    "Word",
    "accept_if",
    "all_of",
    "any_of",
    "attack",
    "both",
    "case",
    "catalogue",
    "chain",
    "common",
    "composition_game",
    "concurrent_composition",
    "continual_game",
    "creation",
    "distance",
    "elsewhen",
    "equivalent",
    "extended_concurrent_composition",
    "function",
    "hockey_stick",
    "identifier",
    "indistinguishable",
    "interaction",
    "interactive_randomised_response",
    "is_case",
    "is_private",
    "is_valid",
    "isin",
    "ite",
    "least_delta",
    "otherwise",
    "parameter",
    "per_copy",
    "post_process",
    "product_filter",
    "profile",
    "query_pair",
    "randomised_response",
    "read_file",
    "realises",
    "register",
    "relation",
    "replay",
    "require",
    "same_case",
    "sum_filter",
    "tags_of",
    "total_variation",
    "verified",
    "verifier",
    "view",
    "when",
]


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)


def __dir__() -> list[str]:
    return __all__
