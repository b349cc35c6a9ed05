"""The best adversary run against the mechanism itself, however many situations it meets: its chances to speak up."""
