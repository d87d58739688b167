"""What comes in: text from people and programs becomes values, or problems that name the field."""
