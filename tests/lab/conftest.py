"""Ray reads this when it is imported: its nodes shall talk over the loopback address, not over the machine's outer one."""

import os

os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
