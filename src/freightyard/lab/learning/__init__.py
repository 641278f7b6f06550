"""Learning what positions are worth from games between equal bots: games, what is looked at in them, the fit, and the contest."""
