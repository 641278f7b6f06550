"""Freightyard without a server: in a page."""
