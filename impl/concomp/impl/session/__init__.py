"""Sessions: concurrent composition at run time, metered by a rule that is fixed at the start."""
