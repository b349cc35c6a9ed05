"""Mechanisms by their names: each the field's own definition, exact, with the play that an adversary cannot improve."""
