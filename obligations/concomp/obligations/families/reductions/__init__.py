"""Private mechanisms and close systems that the constructions of the papers are run on."""
