"""Write the schemas."""

from concomp.schemas.generation import write

write()
