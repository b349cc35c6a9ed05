"""Checks of HSV26 sections 2 to 4: interactive and continual mechanisms, their adversaries, and verifiers."""
