"""An independent checker of proof objects: it judges what the kernel derives, and shares no code with it.

It imports the standard library, its own modules, and the two solvers where they are asked, so the folder runs alone. A
proof object is a list of facts, each made by a rule of earlier ones (docs/proof_objects.md). To read the checker, begin
with `terms` and language.txt, then `claims`, `definitions`, `rules`, `schemas` with rules.txt, and `objects`, which
replays a whole object.
"""
