"""Tests of the wire: what is sent and what comes back."""
