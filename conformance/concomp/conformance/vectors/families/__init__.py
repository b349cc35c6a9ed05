"""The families of vectors, a module each, which make them from the statements."""
