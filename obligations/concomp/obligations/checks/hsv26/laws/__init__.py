"""Checks of HSV26 sections 2 and 3: indistinguishable laws, distances, couplings, and randomised responses."""
