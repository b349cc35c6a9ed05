"""Filters and odometers: mechanisms are launched at will, and a rule weighs their privacy losses at each launch."""
