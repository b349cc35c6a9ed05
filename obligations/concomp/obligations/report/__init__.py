"""What the checks say, told to people: the table, the lock, the map and the story of one statement."""
