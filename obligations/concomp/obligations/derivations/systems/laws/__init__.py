"""The laws of what is supposed of functions and post-processings, by the names of these."""
