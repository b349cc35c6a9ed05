"""Plans in other measures than (ε, δ): theorems, guarantees, leaks, and all measures side by side."""
