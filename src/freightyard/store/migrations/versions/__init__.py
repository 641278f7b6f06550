"""The changes, a file each."""
