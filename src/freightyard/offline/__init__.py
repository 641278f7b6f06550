"""Freightyard in a browser, without a server: the same tables, pages and messages, in a worker of the page."""
