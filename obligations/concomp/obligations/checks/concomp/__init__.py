"""What holds and is printed in no paper: which check discharges which statement of the project's own."""
