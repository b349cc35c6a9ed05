"""Groups: many copies of a mechanism behind a router."""
