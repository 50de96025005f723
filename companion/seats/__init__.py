"""Two screens, one table: an owner that plays the session, and seats that ask it first and follow it."""
