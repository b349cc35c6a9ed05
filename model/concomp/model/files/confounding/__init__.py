"""Files about data that depend on a secret: what is deployed, and what is to be added."""
