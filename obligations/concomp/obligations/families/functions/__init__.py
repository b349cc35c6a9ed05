"""Verification functions of compositions in other words: as sentences, from one point, for any length, wrong."""
