"""Checks of the verification functions of HSV26: their definitions, said again in other ways, proved and mutated."""
