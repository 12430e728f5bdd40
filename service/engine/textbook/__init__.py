"""The searches of the textbooks: counted, and recorded node by node."""
