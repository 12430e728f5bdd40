"""What makes the pages: their build, the frame around them, their tests and rules."""
