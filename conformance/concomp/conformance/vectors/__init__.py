"""Vectors: what is sent, what is expected, why, and by which statement. Package data, usable without Python."""
