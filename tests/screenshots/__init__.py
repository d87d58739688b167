"""Pictures of the main states, for the README and for whoever changes the page: `python -m tests.screenshots`."""
