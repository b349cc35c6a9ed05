"""Mechanisms of every kind whose simulation by one randomised response is certified."""
