"""Rules: whether a composition may go on, by what was launched so far and what is to be launched."""
