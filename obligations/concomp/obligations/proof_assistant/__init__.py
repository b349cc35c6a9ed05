"""Derived statements as theorems of Coq: exported, compiled, and what Coq accepted as a committed result."""
