"""Graphs of statements: which rests on which, laid out in layers and drawn."""
