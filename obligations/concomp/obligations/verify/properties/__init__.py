"""What can be asked of a verification function or a post-processing."""
