"""Families of settings with mechanisms on their data (Zhang24)."""
