"""The language of verification functions.

How one is written (`Monitor`, its registers, parameters, guards and requirements), over which
sorts, and how it is evaluated by the book. The names here are the package's door; they
are brought in when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from concomp.model.doors import door

if TYPE_CHECKING:
    from concomp.model.language.combinators import Conjunction, Projection, WithinBudget
    from concomp.model.language.handlers import Handler, PostProcessingDefinition, Send
    from concomp.model.language.monitor import Monitor
    from concomp.model.language.postprocessing import PostProcessing
    from concomp.model.language.product import Product
    from concomp.model.language.readings.evaluation import Program, evaluate
    from concomp.model.language.readings.functions import REJECTED, DefinitionFunction, Rejection, State
    from concomp.model.language.readings.inputs import common, per_copy
    from concomp.model.language.syntax.containers import Map, Vector
    from concomp.model.language.syntax.definition import Definition, ParameterDefinition, RegisterDefinition
    from concomp.model.language.syntax.errors import LanguageError, Position, UnknownName
    from concomp.model.language.syntax.expressions import Bool, Enumeration, Int, Opaque, Real
    from concomp.model.language.syntax.guards import accept_if, both, case, elsewhen, otherwise, require, when
    from concomp.model.language.syntax.operations import Abs, Max, Min, all_of, any_of, isin, ite
    from concomp.model.language.syntax.records import Record, is_case, same_case
    from concomp.model.language.syntax.registers import parameter, register
    from concomp.model.language.syntax.relations import Declared, function, relation
    from concomp.model.language.syntax.terms import Term
    from concomp.model.language.syntax.trace import Requirement
    from concomp.model.language.syntax.values import NOTHING, TotalMap

_NAMES = {
    "combinators": (
        "Conjunction",
        "Projection",
        "WithinBudget",
    ),
    "syntax.containers": (
        "Map",
        "Vector",
    ),
    "syntax.definition": (
        "Definition",
        "ParameterDefinition",
        "RegisterDefinition",
    ),
    "syntax.errors": (
        "LanguageError",
        "Position",
        "UnknownName",
    ),
    "readings.evaluation": (
        "Program",
        "evaluate",
    ),
    "syntax.expressions": ("Bool", "Enumeration", "Int", "Opaque", "Real"),
    "syntax.operations": ("Abs", "Max", "Min", "all_of", "any_of", "isin", "ite"),
    "readings.functions": (
        "REJECTED",
        "DefinitionFunction",
        "Rejection",
        "State",
    ),
    "syntax.guards": (
        "accept_if",
        "both",
        "case",
        "elsewhen",
        "otherwise",
        "require",
        "when",
    ),
    "readings.inputs": (
        "common",
        "per_copy",
    ),
    "monitor": ("Monitor",),
    "handlers": ("Handler", "PostProcessingDefinition", "Send"),
    "postprocessing": ("PostProcessing",),
    "product": ("Product",),
    "syntax.records": (
        "Record",
        "is_case",
        "same_case",
    ),
    "syntax.registers": (
        "parameter",
        "register",
    ),
    "syntax.relations": (
        "Declared",
        "function",
        "relation",
    ),
    "syntax.terms": ("Term",),
    "syntax.trace": ("Requirement",),
    "syntax.values": (
        "NOTHING",
        "TotalMap",
    ),
}
_WHERE = {name: module for module, names in _NAMES.items() for name in names}

__all__ = [
    "NOTHING",
    "REJECTED",
    "Abs",
    "Bool",
    "Conjunction",
    "Declared",
    "Definition",
    "DefinitionFunction",
    "Enumeration",
    "Handler",
    "Int",
    "LanguageError",
    "Map",
    "Max",
    "Min",
    "Monitor",
    "Opaque",
    "ParameterDefinition",
    "Position",
    "PostProcessing",
    "PostProcessingDefinition",
    "Product",
    "Program",
    "Projection",
    "Real",
    "Record",
    "RegisterDefinition",
    "Rejection",
    "Requirement",
    "Send",
    "State",
    "Term",
    "TotalMap",
    "UnknownName",
    "Vector",
    "WithinBudget",
    "accept_if",
    "all_of",
    "any_of",
    "both",
    "case",
    "common",
    "elsewhen",
    "evaluate",
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
]


__getattr__, __dir__ = door(__name__, _WHERE)
