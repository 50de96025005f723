"""Forms: one way to show fields in rows and to set them, for every screen that has some."""
