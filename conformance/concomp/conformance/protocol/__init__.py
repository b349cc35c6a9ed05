"""Protocol 1: what a runner and an adapter say to each other, as lines of JSON."""
