"""What decisions of this game are worth: attacks at every request before and in them, and Leadership tests."""
