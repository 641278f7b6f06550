"""Typed play: the commands that are typed besides moves, and what is answered. The terminal and the server share all of it."""
