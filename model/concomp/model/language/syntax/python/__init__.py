"""The part of Python that an author's functions may use, and how they are read in it on symbols.

No function of an author's is run by Python on symbols: its text is read, expression by expression. What is read is
what the definition says, so nothing can mean one thing to Python and another to a reader.
"""
