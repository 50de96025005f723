"""Shooting and the Firefight."""
