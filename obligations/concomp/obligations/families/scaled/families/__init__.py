"""The families of compositions at scale, a module for each kind of terms."""
