"""python -m concomp.obligations.proof_objects.checker [--solve] OBJECT.json ...: replay, and print what is trusted."""

import json
import sys
from pathlib import Path

from .claims import solve
from .objects import claims, replay, trusted
from .terms import Refused


def main(arguments: list[str]) -> int:
    """Replay the objects of some files, with --solve put their claims to z3 and cvc5; 0 if all are accepted."""
    for path in (each for each in arguments if each != "--solve"):
        try:
            facts = replay(json.loads(Path(path).read_text(encoding="utf-8")))
            for claim in claims(facts) if "--solve" in arguments else ():
                solve(claim)
        except (Refused, OSError, ValueError) as refused:
            print(f"{path}: refused: {refused}")
            return 1
        print(f"{path}: accepted", *trusted(facts), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
