"""Examining conditions that are stated: where they fail, and what they leave open."""
