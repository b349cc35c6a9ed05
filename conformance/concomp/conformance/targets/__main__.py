"""python -m concomp.conformance.targets TARGET: a target in Python, as an adapter."""

from __future__ import annotations

import os
import sys

from concomp.conformance.targets.loading import NoTarget, load_target
from concomp.conformance.targets.serving import serve


def main() -> None:
    """Serve the target that is named; whatever it prints goes to standard error, and harms no reply."""
    with os.fdopen(os.dup(1), "wb") as replies:
        os.dup2(2, 1)
        try:
            make = load_target(sys.argv[1])
        except NoTarget as error:
            sys.exit(f"{error}")
        serve(make, sys.stdin.buffer, replies)


if __name__ == "__main__":
    main()
