"""What theorems ask of a plan, and whether it holds."""
