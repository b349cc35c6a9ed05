"""What is launched, and on whose word."""
