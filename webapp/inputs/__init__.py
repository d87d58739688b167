"""Reads what comes in: turns text from people and programs into values, or into problems that name the field."""
