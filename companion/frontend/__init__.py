"""What plain text, JSON lines and the screens share: reading what is typed, words for players, and the open session."""
