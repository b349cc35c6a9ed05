"""What Python does with an author's functions, and the language refuses because nobody would see it."""
