"""The kernel: indices, terms, facts, and the rules that make facts of facts; nothing else is trusted."""
