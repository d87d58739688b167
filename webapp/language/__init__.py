"""The words of the site, and their translations."""
