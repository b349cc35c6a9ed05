"""The process in which a user's functions are verified."""
