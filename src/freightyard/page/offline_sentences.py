"""What the pages of a site without a server say."""

from typing import Final

TITLE: Final = "Loading – Freightyard"
HEAD: Final = "Setting up the table"
LOADING: Final = "Loading the game: {loaded} of {total} MB. It is kept for the next time."
STARTING: Final = "Starting…"
FAILED: Final = "The game could not be loaded. Reload the page to try again."
RECORD: Final = "Record of a game"
SAVE: Final = "Save as a file"
NO_SCRIPT: Final = "This page needs JavaScript."
