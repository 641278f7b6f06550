"""The workshop in which a card is filled, the slip on which a shipment is made up, and what comes between two people who share
a screen. They belong to the client, which fills them, and are no parts: what others do never disturbs a plan."""

from typing import Final

from freightyard.games.freight_cars.page.sentences import labels
from freightyard.games.freight_cars.page.sentences.prompt import look_button

# It lies over what can be taken, which is not wanted meanwhile, and moves nothing.
WORKSHOP: Final = (
    '<div class="bench"><section class="panel" id="workshop" aria-labelledby="h-workshop" hidden>'
    f'<header><h2 id="h-workshop">{labels.WORKSHOP}</h2><span class="sub" id="shop-card"></span>'
    f'<button class="quiet" type="button" data-shop="close" title="{labels.CLOSE_TITLE}">{labels.CLOSE}</button></header>'
    f'<div class="shop"><div class="bedframe"><svg id="bed" tabindex="0" role="group" aria-label="{labels.BED}"></svg></div>'
    '<div id="offers" hidden></div><p id="shop-says" role="status"></p></div>'
    f'<div class="shop-side"><ul id="tray" aria-label="{labels.TRAY}"></ul>'
    f'<div class="turns"><button class="quiet" type="button" data-shop="turn">{labels.TURN} <kbd>R</kbd></button>'
    f'<button class="quiet" type="button" data-shop="flip">{labels.FLIP} <kbd>F</kbd></button>'
    f'<button class="quiet" type="button" data-shop="undo" title="{labels.UNDO_TITLE}" disabled>{labels.UNDO}</button>'
    f'<button class="quiet" type="button" data-shop="clear">{labels.CLEAR}</button>'
    f'<button class="quiet" type="button" data-shop="fill" title="{labels.FILL_TITLE}">{labels.FILL}</button>'
    f'<button class="quiet" type="button" data-shop="pack">{labels.PACK}</button></div>'
    f'<div class="shop-foot"><button class="go" type="button" data-shop="load" disabled>{labels.LOAD}</button></div></div>'
    "</section></div>"
)

# Between the turns of two people who share a screen. The card that was just drawn is for the one who hands the device on.
PASS: Final = (
    f'<section id="pass" class="slip" aria-label="{labels.PASSING}" hidden><p id="pass-says" role="status"></p>'
    '<p id="drawn-card" hidden><svg aria-hidden="true"></svg><b></b></p>'
    '<div class="actions"><button class="go" type="button" data-open-hand></button>'
    f'<button class="quiet peek" type="button" data-drawn hidden>{labels.DRAWN}</button></div></section>'
)

SLIP: Final = (
    f'<section id="slip" class="slip" aria-label="{labels.SHIPMENT}" hidden><p id="slip-says" role="status"></p>'
    f'<div class="actions"><button class="go" type="button" data-slip="go">{labels.SHIP}</button>'
    f'<button class="quiet look" type="button" data-look="cities">{look_button(labels.CITIES)}</button>'
    f'<button class="quiet" type="button" data-slip="none">{labels.CANCEL}</button></div></section>'
)
