"""Seats at a shared table: alike after every record, secret until the reveal, refused in words."""
