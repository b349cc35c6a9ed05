"""The advisor: which theorem covers a plan, what it guarantees, and why the others do not apply."""
