"""What the checks say, told to people: the table, the map and the story of one statement."""
