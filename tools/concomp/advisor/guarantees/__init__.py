"""What theorems promise of a plan, and what goes wrong where none does."""
