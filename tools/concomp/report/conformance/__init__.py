"""A run of the conformance suite, for people, for machines, as a page, and beside another run."""
