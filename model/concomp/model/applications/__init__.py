"""What the composition theorems are applied to: continual histograms and local protocols."""
