"""What the theorems give for the applications of HSV26."""
