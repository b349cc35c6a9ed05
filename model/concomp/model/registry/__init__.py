"""The registry: every numbered statement of the papers, what is wrong in print, and how far each is established."""
