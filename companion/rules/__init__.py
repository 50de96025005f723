"""The five games. Each imports the engine only, and none imports another."""
