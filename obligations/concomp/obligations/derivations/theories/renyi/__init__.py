"""Proofs about Rényi divergences of mechanisms that are launched and interleaved adaptively."""
