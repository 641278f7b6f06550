"""The commands of the command line: one module a command, each with add(subparsers)."""
