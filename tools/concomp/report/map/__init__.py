"""The map of the papers: a summary of a line a statement, a page a section, and a page of errata."""
