"""The language of verification functions.

How one is written (`Monitor`, its registers, parameters, guards and requirements), over which
sorts, and how it is evaluated by the book. The names here are the package's door; they
are brought in when they are first used.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
