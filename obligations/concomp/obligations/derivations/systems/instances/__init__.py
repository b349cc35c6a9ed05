"""Described systems and the model: the same systems on finite instances."""
