"""concomp: concurrent composition in differential privacy, as exact definitions, proofs and tools.

What people use: `audit`, `attack`, `compose`, `verify`, `advise` and `explain`, with what these take and return.
"""

from pkgutil import extend_path

# The layers are portions of one package, in folders of their own; this file lies in each, the same in each.
__path__[:] = extend_path(__path__, __name__)

from concomp.door import attached  # noqa: E402 - found in another portion

__getattr__, __dir__, __all__ = attached
