"""Claims of arithmetic: one that Coq refuses costs the theorems that rest on it, and no others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from concomp.obligations.derivations.coq.arithmetic import Claim
from concomp.obligations.derivations.coq.files import Theorem
from concomp.obligations.derivations.coq.libraries import claim_chunks, claim_files, claims_text
from concomp.obligations.proof_assistant.compiler import Compiler
from concomp.obligations.proof_assistant.programs import Rejected

Refused = Mapping[Claim, Rejected]
"""What Coq says of the claims that it does not accept."""


def compile_claims(compiler: Compiler, claims: Collection[Claim]) -> Refused:
    """Compile the files of some claims, without those that Coq refuses, and say which; Undecided if Coq does not."""
    chunks, texts = claim_chunks(claims), claim_files(claims)
    refused: dict[Claim, Rejected] = {}
    for name in _rejected(compiler, {name: texts[name] for name in chunks}):
        refused |= _refused(compiler, chunks[name])
        compiler.compile(name, claims_text(each for each in chunks[name] if each not in refused))
    compiler.compile("Claims", texts["Claims"])
    return refused


def without_claims(theorems: Iterable[Theorem], refused: Refused) -> dict[str, Rejected]:
    """Why those of some theorems are not compiled that rest on a refused claim."""
    missing = {each.name: [claim for claim in each.claims if claim in refused] for each in theorems}
    return {name: _why(claims[0], refused) for name, claims in missing.items() if claims}


def _refused(compiler: Compiler, claims: Sequence[Claim]) -> dict[Claim, Rejected]:
    answers = _rejected(compiler, {each.name: claims_text([each]) for each in claims})
    return {each: answers[each.name] for each in claims if each.name in answers}


def _rejected(compiler: Compiler, texts: Mapping[str, str]) -> dict[str, Rejected]:
    found: dict[str, Rejected] = {}
    for name, answer in compiler.compile_all(texts).items():
        if isinstance(answer, Rejected):
            found[name] = answer
        elif isinstance(answer, Exception):
            raise answer
    return found


def _why(claim: Claim, refused: Refused) -> Rejected:
    return Rejected(f"the tactics do not close {claim.name}, {claim.statement}: {refused[claim]}")
