"""The frozen values that templates show, worked out from an entry. No request, no form field, no HTML."""
