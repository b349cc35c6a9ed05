"""What `concomp compose` reads and answers: lists of parameters and mechanisms, and lists under a measure."""
