"""Which statements speak about a mechanism file: what the audit finds of it, beside what the theorems say."""
