"""Statistics with stated errors: tests that may be looked at at any time, and how soon they find a defect."""
