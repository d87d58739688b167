"""What goes out beside the pages: links, JSON, texts and pictures of a result."""
