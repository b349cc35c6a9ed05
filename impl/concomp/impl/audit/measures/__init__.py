"""The largest Rényi moments and divergences of any adversary, of every order, and what bounds all orders at once."""
