"""Families of small mechanisms, and other ways to enumerate."""
