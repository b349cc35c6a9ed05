"""Experiments of the papers, run again: their data, what is measured, and how it is shown."""
