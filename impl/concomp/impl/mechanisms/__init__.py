"""Mechanisms that a session launches: noise of the operating system, losses that rest on a statement or an audit."""
