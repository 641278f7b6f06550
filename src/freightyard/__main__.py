"""`python -m freightyard`."""

import sys

from freightyard.cli import main

if __name__ == "__main__":
    sys.exit(main())
