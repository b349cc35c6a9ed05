"""Mechanisms and menus for filters and odometers."""
