"""The Melee Attack Action Procedure (MEL), one subject a file."""
