"""The pages of the site, one module each: a blueprint of short routes."""
