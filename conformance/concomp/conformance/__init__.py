"""The conformance suite: vectors derived from the statements, put to anybody's library over a pipe."""
