"""What pictures are made of: letters as outlines, QR codes."""
