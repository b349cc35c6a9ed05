"""The checks of Lyu22, a module a topic."""
