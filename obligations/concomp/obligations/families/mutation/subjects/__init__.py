"""The verification functions of the model as subjects of mutation, with what says the same in other words."""
