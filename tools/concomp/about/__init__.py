"""Which statements speak about a verification function, a mechanism or a plan of a user's: met, violated, opened, broken."""
