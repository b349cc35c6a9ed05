"""Claims: what the solvers answer for, as SMT-LIB."""

import re
from fractions import Fraction
from typing import Any

from .terms import ARITHMETIC, RELATIONS, Term, demand


def expressions(text: str, without: str = "") -> tuple[Any, ...]:
    """The expressions of a text, as nested tuples, the names in them without some signs around them."""
    lists: list[list[Any]] = [[]]
    for token in re.findall(r"\|[^|]*\||[()]|[^\s()|]+", text):
        whole = token.strip(without) if token != ")" else tuple(lists.pop())
        lists.append([]) if token == "(" else lists[-1].append(whole)
    return tuple(lists[0])


def denies(claim: str, known: list[Term], conclusion: Term) -> bool:
    """Whether a claim asserts what is known and denies the conclusion, each of its unknowns being always the same term.

    If nothing satisfies the claim, then nothing satisfies these together: the conclusion follows from what is known.
    """
    match expressions(claim):
        case (("set-logic", "QF_NRA"), *body, ("check-sat",)) if not set(';"|') & set(claim):
            reals = [each[1] for each in body if each[0] == "declare-const" and each[2:] == ("Real",)]
            declared = {name for name in reals if re.fullmatch(r"parameter\.x\d+", name)}
            asserted = [each[1] for each in body if each[0] == "assert" and len(each) == 2]
            wanted, meaning = [*known, ("not", conclusion)], dict[str, Term]()
            complete = len(body) == len(declared) + len(asserted) and len(asserted) == len(wanted)
            return complete and all(means(*pair, declared, meaning) for pair in zip(asserted, wanted, strict=True))
    return False


def means(said: Any, term: Term, declared: set[str], meaning: dict[str, Term]) -> bool:
    """Whether an expression of a claim is a term, each unknown being what it was before."""
    match said, term:
        case str(), _ if said in declared:
            return term[0] not in ("not", *RELATIONS) and bool(meaning.setdefault(said, term) == term)
        case str(), str():
            return bool(re.fullmatch(r"\d+(\.\d+)?", said)) and Fraction(said) == Fraction(term)
        case ("-", positive), str():
            return means(positive, str(-Fraction(term)), set(), meaning)
        case ("/", str(above), str(below)), str():
            return Fraction(above) == Fraction(below) * Fraction(term) != 0
        case ("true", ("=", left, right)) | ("false", ("not", ("=", left, right))):
            return bool(left == right)
        case ("ite", ("<=", one, other), more, less), ("max", left, right):
            pairs = [(one, left), (less, left), (other, right), (more, right)]
        case (str(operator), *parts), (also, *of) if operator == also and operator in ("not", *ARITHMETIC, *RELATIONS):
            pairs = list(zip(parts, of, strict=True))
        case _:
            return False
    return all(means(*pair, declared, meaning) for pair in pairs)


def solve(claim: str) -> None:
    """Put a claim to z3 and to cvc5; Refused unless both find that nothing satisfies it."""
    import cvc5
    import z3

    first, manager = z3.Solver(), cvc5.TermManager()
    first.from_string(claim)
    second, names, said = cvc5.Solver(manager), cvc5.SymbolManager(manager), ""
    parser = cvc5.InputParser(second, names)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, claim, "claim")
    while not (command := parser.nextCommand()).isNull():
        said += str(command.invoke(second, names)).strip()
    answers = {"z3": str(first.check()), "cvc5": said}
    demand(set(answers.values()) == {"unsat"}, f"the solvers answer {answers}, not unsat, to {claim}")
