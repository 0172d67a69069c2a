"""Every way to a language model: the door, the road to a server, the built-in engine."""
