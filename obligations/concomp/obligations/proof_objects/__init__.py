"""Derivations written out as data, and a checker of such data that shares nothing with the kernel."""
