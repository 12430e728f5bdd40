"""Play at levels from beginner to perfect."""
