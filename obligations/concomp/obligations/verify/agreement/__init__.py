"""Whether the system that a certificate speaks of takes the steps that the running functions take."""
