"""What a run comes to: claim by claim, and against what is known to fail."""
