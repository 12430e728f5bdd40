"""The documentation is true: examples, tables and links of README.md and docs/."""
