"""concomp: concurrent composition in differential privacy, as exact definitions, proofs and tools."""

from pkgutil import extend_path

# The layers are portions of one package, in folders of their own.
__path__[:] = extend_path(__path__, __name__)
