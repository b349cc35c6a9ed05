"""Sphinx, told how the site is made: its configuration, our pages as a kind of source, and links between all."""
