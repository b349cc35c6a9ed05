"""Algorithms and rules of filters and odometers as they are printed, line by line."""
