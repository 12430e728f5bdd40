"""The opponent, at levels from beginner to perfect."""
