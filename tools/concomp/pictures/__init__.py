"""Pictures: curves, attackers and pages of what the commands found, and how notebooks show it.

What is drawn is data first (`charts`, `attackers`), which knows no library; matplotlib, an extra, is brought in where
it is drawn. No other layer knows of HTML or of matplotlib.
"""
