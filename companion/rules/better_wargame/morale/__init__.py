"""Leadership Tests and Suppression."""
