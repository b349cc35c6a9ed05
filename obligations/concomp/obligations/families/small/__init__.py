"""Families of small laws, mechanisms, verification functions and post-processings."""
