"""One move at most, or one E, on a lattice of losses: odds as integers, histories counted many at a time."""
