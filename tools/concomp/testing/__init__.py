"""For the tests of those who write mechanisms, verification functions and post-processings.

Assertions for pytest, and with the extra `testing` strategies for hypothesis.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
