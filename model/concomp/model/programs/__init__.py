"""Programs with hidden noise: what they are, who their neighbours are, and the exact chance of what they show."""
