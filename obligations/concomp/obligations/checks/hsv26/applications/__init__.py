"""Checks of HSV26 sections 6 and 8: modular mechanisms, histograms and local protocols."""
