"""Where expectations come from: the exact model and its exact implementation, never a target."""
