"""Other libraries' mechanisms in a session, a session in OpenDP, and losses as dp-accounting writes them.

None of these libraries is imported before something of it is used.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
