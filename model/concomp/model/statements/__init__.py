"""The registry of statements and errata, tags, evidence and words."""
