"""Claims: what the solvers answer for, as SMT-LIB."""

from .terms import ARITHMETIC, RELATIONS, Term, demand, expressions

COMMANDS = {"set-logic", *(f"declare-{kind}" for kind in ("const", "fun", "sort", "datatypes")), "define-fun", "assert"}
"""What a claim may tell solvers to do before it is put: nothing else, such as to write a file."""
MILLISECONDS = 60_000
"""How long a solver may look for an answer; then it has none."""


def claim_of(known: list[Term], conclusion: Term, whole: tuple[Term, ...]) -> str:
    """The claim that what is known holds, and a conclusion does not; each unknown of it is always the same term.

    If nothing satisfies it, then nothing satisfies these together: the conclusion follows from what is known.
    """
    unknowns = dict[Term, str]()
    *holds, fails = (written(part, whole, unknowns) for part in (*known, conclusion))
    denied = {"true": "false"}.get(fails, f"(not {fails})")
    declared = "".join(f"(declare-const {unknown} Real)\n" for unknown in sorted(unknowns.values()))
    asserted = "".join(f"(assert {each})\n" for each in (*holds, denied))
    return f"(set-logic QF_NRA)\n{declared}{asserted}(check-sat)\n"


def written(term: Term, whole: tuple[Term, ...], unknowns: dict[Term, str]) -> str:
    """A term, or a comparison, as SMT-LIB; what is no arithmetic, or is to be left whole, is an unknown."""
    match term:
        case str() if term.startswith("-"):
            return f"(- {written(term[1:], whole, unknowns)})"
        case str():
            above, *below = (f"{int(each)}.0" for each in term.split("/"))
            return f"(/ {above} {below[0]})" if below else above
        case ("=", left, right) if left == right:
            return "true"
        case ("max", left, right) if term not in whole:
            one, other = (written(part, whole, unknowns) for part in (left, right))
            demand(len(one) + len(other) <= 10_000, "{} takes too long to write", term)
            return f"(ite (<= {one} {other}) {other} {one})"
        case (operator, *parts) if operator in RELATIONS or (operator in ARITHMETIC and term not in whole):
            return f"({operator} {' '.join(written(part, whole, unknowns) for part in parts)})"
    return unknowns.setdefault(term, f"parameter.x{len(unknowns) + 1}")


def demand_harmless(claim: str) -> None:
    """Make sure that a claim declares, defines and asserts, and is then put: that it has no other command."""
    *commands, last = expressions(claim)
    fit = {each[0] for each in commands} <= COMMANDS and last == ("check-sat",) and not {*'"\\;'} & {*claim}
    demand(fit, "a claim may tell solvers to do something else than to judge it")


def solve(claim: str) -> None:
    """Put a claim to z3 and to cvc5; Refused unless both find that nothing satisfies it."""
    import cvc5
    import z3

    first, second, said = z3.Solver(), cvc5.Solver(cvc5.TermManager()), ""
    first.set("timeout", MILLISECONDS)
    first.from_string(claim)
    parser = cvc5.InputParser(second)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, f"(set-option :tlimit-per {MILLISECONDS})\n{claim}", "claim")
    while not (command := parser.nextCommand()).isNull():
        said += str(command.invoke(second, parser.getSymbolManager())).strip()
    answers = {"z3": str(first.check()), "cvc5": said}
    demand(set(answers.values()) == {"unsat"}, f"the solvers answer {answers}, not unsat, to {claim}")
