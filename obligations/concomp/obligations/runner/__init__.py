"""How checks are run, what they are made of, and where their evidence is kept."""
