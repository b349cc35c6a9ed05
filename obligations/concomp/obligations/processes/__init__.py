"""Child processes: started, called within limits, and ended with all that they started."""
