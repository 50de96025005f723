"""What comes after a battle of a campaign: income, promotions, scars, the Blight, improvements, hire and gear."""
