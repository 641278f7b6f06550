"""Notices: people are told outside of the page that it is their turn. `contract.py` says what a channel gets and does."""
