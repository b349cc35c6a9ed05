"""python -m concomp.obligations.proof_objects.checker [--solve] OBJECT.json ...: replay, and print what is trusted."""

import json
import sys
from pathlib import Path

from .claims import solve
from .objects import claims, replay, trusted
from .terms import Refused

for path in sys.argv[1 + ("--solve" in sys.argv) :]:
    try:
        facts = replay(json.loads(Path(path).read_text(encoding="utf-8")))
        for claim in claims(facts) if "--solve" in sys.argv else ():
            solve(claim)
    except (Refused, OSError, ValueError) as refused:
        sys.exit(f"{path}: refused: {refused}")
    print(f"{path}: accepted", *trusted(facts), sep="\n")
