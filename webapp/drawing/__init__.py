"""What pictures are made of: letters as outlines, the canvas, QR codes."""
