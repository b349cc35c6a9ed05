"""Which statements speak about a verification function or a plan of a user's: met, violated, opened, broken."""
