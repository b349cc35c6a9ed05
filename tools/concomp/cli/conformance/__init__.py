"""The parts of `concomp conform`."""
