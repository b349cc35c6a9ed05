"""Checks of HSV26 sections 10 and 11: every private mechanism is a post-processing of a randomised response."""
