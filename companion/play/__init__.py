"""The front ends without a screen: JSON lines for programs, plain text for people, and the random player."""
