"""How a definition is read: evaluated by the book, run as a machine, written as JSON and as English."""
