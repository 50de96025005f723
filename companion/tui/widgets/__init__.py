"""Small widgets; none of them knows a session."""
