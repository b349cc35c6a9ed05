"""What `concomp audit` asks and finds: the subject, the questions, exact answers and bounds."""
