"""The workshop in which a card is filled, and the slip on which a shipment is made up. They belong to the client, which fills
them, and are no parts: what others do never disturbs a plan."""

from typing import Final

WORKSHOP: Final = (
    '<section class="panel" id="workshop" aria-labelledby="h-workshop" hidden>'
    '<header><h2 id="h-workshop">Workshop</h2><span class="sub" id="shop-card"></span>'
    '<button class="quiet" type="button" data-shop="close" title="Put it away; the plan is kept (Esc)">Close</button></header>'
    '<div class="shop">'
    '<div class="bedframe"><svg id="bed" tabindex="0" role="group" aria-label="The car. Pick a piece; then arrow keys move it, '
    'R turns it, F flips it, Enter puts it down, Escape puts it back."></svg></div>'
    '<div class="shop-side"><ul id="tray" aria-label="Your free pieces"></ul>'
    '<div class="turns"><button class="quiet" type="button" data-shop="turn">Turn <kbd>R</kbd></button>'
    '<button class="quiet" type="button" data-shop="flip">Flip <kbd>F</kbd></button>'
    '<button class="quiet" type="button" data-shop="clear">Empty it</button>'
    '<button class="quiet" type="button" data-shop="pack">Pack it for me</button></div></div></div>'
    '<p id="shop-says" role="status"></p>'
    '<div class="shop-foot"><button class="go" type="button" data-shop="load" disabled>Load it</button></div>'
    '<div id="offers" hidden></div></section>'
)

SLIP: Final = (
    '<section id="slip" class="slip" aria-label="Shipment" hidden><p id="slip-says" role="status"></p>'
    '<div class="actions"><button class="go" type="button" data-slip="go">Ship</button>'
    '<button class="quiet" type="button" data-slip="none">Put back</button></div></section>'
)
