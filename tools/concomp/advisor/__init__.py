"""The advisor: which theorem covers a plan, what it guarantees, and why the others do not apply."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
