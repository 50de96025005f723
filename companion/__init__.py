"""Companion: keeps the tiresome parts of a miniatures game while two people play it at a real table."""

__version__ = "1.0.0"
