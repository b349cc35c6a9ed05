"""Other libraries' mechanisms in a session, a session in OpenDP, and losses as dp-accounting writes them: the public
name of `concomp.impl.interop`.
"""

from concomp.impl.interop import *  # noqa: F403 - its stub lists the names
