"""Pages of HTML: one file each, offline, made from what is written for machines."""
