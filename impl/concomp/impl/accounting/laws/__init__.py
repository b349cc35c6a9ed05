"""Privacy-loss laws of mechanisms, and their composition."""
