"""The page on alignments, docs/alignments.md, computed from the runs."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence

from concomp.model.language.readings.sentence import phrase
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import TRUE, Term
from concomp.model.programs.program import term_of
from concomp.obligations.alignments.alignment import ANSWER, Alignment, in_world_0
from concomp.obligations.alignments.field import CHECKDP, EXAMPLES, LYU, Example, Verdict, settle
from concomp.obligations.alignments.guesses import BOUNDS, WRONG
from concomp.obligations.alignments.joined import EDGES, TOO_LITTLE
from concomp.obligations.alignments.least import CONTROLS, LEAST
from concomp.obligations.alignments.words import ratio_in_words

HEADING = "| program | claimed | verdict | proved bound | ratio on an instance |\n|---|---|---|---|---|"
BEGINNING = """# Programs with hidden noise, proved by alignment

A sparse vector compares values that have noise with a threshold that has noise, and shows neither. What it loses is
proved by moving the noise of one world so that the other world shows the same: an *alignment*. Below, each program is
proved for every length, by z3 and cvc5, for noise of integers (two-sided geometric) and of reals (Laplace), or refuted
on a finite instance, whose ratio of chances is computed exactly from the infinite law.
[Proofs](explanation/proofs.md#how-moved-noise-proves-a-loss) says why the rule holds. This page is written by
`python -m concomp.obligations.alignments`; `concomp check` runs it again, as concomp Propositions 13, 14 and 16, and as
Lyu22 Theorem 5.

Claims, bounds and ratios are e^loss, at rational ratios: noise of scale s/ε has the ratio e^(−ε/s). A bound is proved
for any number N of positives, and valued here at the N of the instance. A ratio near it shows that no less is lost.

## The least constants of sparse vector

Noise of scale 1/ε' for the threshold and 2/ε' for values, one positive, e^(ε'/2) = 2: so 2ε', 3ε'/2 and ε' are 16, 8
and 4. HSV26 Lemma 7.4 is the first row, with ε' = ε/6. On a histogram of dimension 1 with q the identity, the third row
applies: its test loses ε/6, and HSS is 5ε/6-DP. The rows below it are controls.
"""

OF_CHECKDP = """
## The seventeen programs of CheckDP

Wang, Ding, Kifer, Zhang: *CheckDP: An Automated and Integrated Approach for Proving Differential Privacy or Finding
Precise Counterexamples* (2020). Of the two monotone forms each is one direction: values are larger, or smaller, in
world 1.
"""
OF_LYU = """
## The six sparse vectors of Lyu, Su and Li

*Understanding the Sparse Vector Technique for Differential Privacy* (2017), figure 1.
"""
OF_GUESSES = """
## Guess-and-check

Lyu22 Algorithm 1: noise of scale 1/ε for the tolerance and c/ε for distances and for the values shown, e^(ε/c) = 2. So
Lemma 6, 3ε, is 8 at c = 1 and 64 at c = 2; Lemma 7, ε, is 4 at c = 2; Theorem 5, 4ε, is 16 at c = 1 and 256 at c = 2.
The last four are controls.
"""
OF_USERS = """
## Two users joined by an edge

In a core decomposition by a [local protocol](local_protocols.md) each user answers, until it says TOP, whether fewer
than d of its neighbours are left, with noise of the ratios a = e^−ε1 for the threshold and b = e^−ε2 for answers; here
e^ε1 = 2 and e^ε2 = 8. Graphs differ in one edge. Who is removed first sees one constant difference, so that the view
loses 2·ε1 + ε2; if the server may ask about any sets, 2·ε1 + 2·ε2. The rows below these two are controls.
"""
OF_ALIGNMENTS = """
## The alignments

For noise of integers: by how much each draw is moved, how much is spent, and the invariant, a line for each part.
`x.0` and `x.1` are x in world 0 and in world 1; `answer.i` is the i-th number that the step shows; `spent.r` is by how
much noise of the ratio r was moved so far; `seen.f` is whether what f foretells has come true.
"""


def page() -> str:
    """The text of the page; Violation if an example is neither proved nor refuted."""
    checkdp = [each for each in EXAMPLES if each.source == CHECKDP]
    lyu = [each for each in EXAMPLES if each.source == LYU]
    return "\n".join(
        [
            BEGINNING,
            _table([*LEAST, *CONTROLS]),
            OF_CHECKDP,
            _table(checkdp),
            OF_LYU,
            _table(lyu),
            OF_GUESSES,
            _table([*BOUNDS, *WRONG]),
            OF_USERS,
            _table([*EDGES, *TOO_LITTLE]),
            OF_ALIGNMENTS,
            *_alignments([*LEAST, *EXAMPLES, *BOUNDS, *EDGES]),
        ]
    )


def _table(examples: Sequence[Example]) -> str:
    return "\n".join([HEADING, *(_row(settle(each)) for each in examples)])


def _row(verdict: Verdict) -> str:
    example = verdict.example
    word = "proved" if verdict.proved else "refuted"
    bound = "" if verdict.bound is None else str(verdict.bound)
    return f"| {example.name} | {example.claim} | {word} | {bound} | {ratio_in_words(verdict.ratio)} |"


def _alignments(examples: Sequence[Example]) -> Iterable[str]:
    makers: dict[Callable[..., Alignment], None] = {each.alignment: None for each in examples if each.alignment}
    return [_printed((make.__doc__ or "").partition("\n")[0], make()) for make in makers]


def _printed(title: str, alignment: Alignment) -> str:
    shown = {
        in_world_0(alignment.program, term): terms.leaf("message", term.sort, f"{ANSWER}{place}")
        for place, term in enumerate(alignment.program.answer)
    }

    def said(term: Term) -> str:
        return phrase(substitute(term, shown))

    def conjuncts(term: Term) -> Iterable[Term]:
        return term.arguments if term.operator == "and" else (term,)

    supposed = (alignment.program.parameters, alignment.neighbours.parameters)
    lines = [
        *(f"supposed {said(each)}" for each in supposed if each is not TRUE),
        *(
            f"{each.name} is foretold: {said(each.value)} where first {said(each.event)}, else {said(each.default)}"
            for each in alignment.foretold
        ),
        *(f"{name} is moved by {said(term_of(shift))}" for name, shift in alignment.shifts.items()),
        *(f"of {name} is spent at most {said(term_of(most))}" for name, most in alignment.budget.items()),
        *(f"always {said(each)}" for each in conjuncts(alignment.invariant)),
    ]
    listed = "\n".join(textwrap.fill(line, 118, subsequent_indent="  ", break_long_words=False) for line in lines)
    heading = f"**{alignment.program.name}**, values {alignment.neighbours.name}: {title}"
    return f"{textwrap.fill(heading, 118)}\n\n```\n{listed}\n```\n"
