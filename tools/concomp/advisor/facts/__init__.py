"""What is proved of the verification functions and of the router of a plan."""
