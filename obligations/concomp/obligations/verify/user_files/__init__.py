"""Files of users: imported, and their functions found."""
