"""Taking in requests and serving responses: limits, worker processes, files, headers."""
