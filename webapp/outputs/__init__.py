"""Writes what goes out besides the pages: links, JSON, texts and pictures of a result."""
