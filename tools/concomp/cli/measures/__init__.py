"""What `concomp compose` reads and answers under Rényi, concentrated and f-differential privacy."""
