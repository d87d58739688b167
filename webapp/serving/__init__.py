"""How requests are taken in and responses are served: limits, worker processes, files, headers."""
