"""Conversations: what answers the messages to a handle."""
