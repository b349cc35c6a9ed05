"""Compositions valued by moments, and mechanisms whose moments are finite and add up."""
