"""What the pages of a site without a server say."""

from typing import Final

TITLE: Final = "Loading – Freightyard"
HEAD: Final = "Setting up the table"
LOADING: Final = "Loading the game: {loaded} of {total} MB. It is kept for the next time."
STARTING: Final = "Starting…"
FAILED: Final = "The game could not be loaded. Reload the page to try again."
NETWORK: Final = "The game is not on this device yet, and there is no network to load it. Reload the page when there is one."
OLD: Final = "This browser is too old to play here. A newer version of it will do, or another browser."
NO_ASSEMBLY: Final = "This browser does not run WebAssembly, which the game is made of. It may be turned off in the settings."
NOTHING_KEPT: Final = "This browser keeps nothing for this page, as private windows do: the game is lost when you close the page."
RECORD: Final = "Record of a game"
SAVE: Final = "Save as a file"
NO_SCRIPT: Final = "Playing here needs JavaScript, which is turned off in this browser."
