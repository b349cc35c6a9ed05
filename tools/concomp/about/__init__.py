"""Which statements speak about a function, a mechanism or a plan of a user's: met, violated, opened, broken."""
