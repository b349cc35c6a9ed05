"""What is done with a sort by what it consists of: part after part."""
