"""The runner: puts vectors to a target in a process of its own, whatever that does."""
