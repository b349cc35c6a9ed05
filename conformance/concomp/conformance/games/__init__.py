"""Games: the best attacker against a target, by what the target lets her do."""
