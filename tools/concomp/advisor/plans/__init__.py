"""Plans, and all that can be found out about their mechanisms."""
