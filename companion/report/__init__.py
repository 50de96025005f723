"""Battles and campaigns as pages to read: Markdown, and one HTML file with its pictures inside.

What a page says comes from records alone: nothing is played again. The same record gives the same bytes.
"""
