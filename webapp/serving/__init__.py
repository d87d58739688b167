"""How requests are taken in and responses are served: limits, turns, processes that think, files, headers."""
