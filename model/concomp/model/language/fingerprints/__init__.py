"""What the meanings that authors give are known by: all that determines what they answer."""
