"""Puzzles: finding positions in which one plan is clearly best, and weighing what somebody tries there."""
