"""The rules of the games: pure functions and states, no clock, no randomness of their own, no I/O but their own data."""
