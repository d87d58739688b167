"""How responses are served: static files and security headers."""
