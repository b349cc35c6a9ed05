"""python -m concomp.obligations.proof_objects.checker [--solve] OBJECT.json ...: replay, and print what is trusted."""

import json
import sys
from pathlib import Path

from .claims import solve
from .objects import replay, trusted

for path in sys.argv[1 + ("--solve" in sys.argv) :]:
    try:
        facts = replay(json.loads(Path(path).read_text(encoding="utf-8")))
        for claim in {fact.words["claim"] for fact in facts if fact.rule == "solved" and "--solve" in sys.argv}:
            solve(claim)
        print(f"{path}: accepted", *trusted(facts), sep="\n")
    except Exception as refused:  # whatever it is, the object proves nothing
        sys.exit("".join(c if c.isprintable() else " " for c in f"{path}: refused: {refused}"))
