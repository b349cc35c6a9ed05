"""Verification functions compiled to one Python function."""
