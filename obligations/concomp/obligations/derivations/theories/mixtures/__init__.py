"""Proofs about systems as mixtures of systems: the decomposition of Lyu22."""
