"""Continual histograms: the value of a query on the sums of columns, after each row of a stream."""
