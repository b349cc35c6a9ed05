"""Servers, post-processings and relations of the applications in other words, and wrong ones."""
