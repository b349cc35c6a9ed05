"""Noise: where randomness comes from."""
