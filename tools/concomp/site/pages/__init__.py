"""What the pages of the site say, a module for each kind of page."""
