"""Filters and odometers: which check discharges which statement, a module a topic."""
