"""Ledgers: books in a database, which outlive the process that charges."""
