"""python -m concomp.conformance.vectors: compute all vectors from the model, and write them."""

from concomp.conformance.vectors.stock import write

write()
