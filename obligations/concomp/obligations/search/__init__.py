"""Searching for violations: hill climbing over mechanisms and verification functions, exact objectives."""
