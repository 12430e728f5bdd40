"""The programs that /learn shows beside the tree."""
