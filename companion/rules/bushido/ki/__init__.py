"""Ki: feats, their windows, and boosts."""
