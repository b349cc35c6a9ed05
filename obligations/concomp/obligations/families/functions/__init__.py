"""Verification functions of compositions in other words: sentences, from one point, for lists of any length, wrong."""
