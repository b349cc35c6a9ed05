"""Which check discharges which statement: a folder a paper, a module a topic, a function a sentence."""
