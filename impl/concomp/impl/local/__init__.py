"""Local protocols: users who answer for their own data, and a server that nobody trusts."""
