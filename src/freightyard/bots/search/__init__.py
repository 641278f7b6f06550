"""How the hard bot looks ahead: a race of plans, and a tree of what may follow them."""
