"""What `python -m webapp` can do: serve, score, export."""
