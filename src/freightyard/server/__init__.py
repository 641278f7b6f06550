"""Playing in the browser: pages, sockets, tables that are open, bots that think."""
