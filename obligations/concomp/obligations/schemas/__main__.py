"""Write the schemas."""

from concomp.obligations.schemas.generation import write

write()
