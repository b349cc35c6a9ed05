"""Mechanisms whose simulation by one randomised response is certified, and how certificates are written."""
