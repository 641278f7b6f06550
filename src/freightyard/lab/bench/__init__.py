"""How fast the rules are, beside peers in the same run."""
