"""What a template may see: frozen values, worked out from an entry. No request, no form field, no HTML."""
