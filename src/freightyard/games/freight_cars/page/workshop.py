"""The workshop in which a card is filled, and the slip on which a shipment is made up. They belong to the client, which fills
them, and are no parts: what others do never disturbs a plan."""

from typing import Final

from freightyard.games.freight_cars.page.sentences import labels

WORKSHOP: Final = (
    '<section class="panel" id="workshop" aria-labelledby="h-workshop" hidden>'
    f'<header><h2 id="h-workshop">{labels.WORKSHOP}</h2><span class="sub" id="shop-card"></span>'
    f'<button class="quiet" type="button" data-shop="close" title="{labels.CLOSE_TITLE}">{labels.CLOSE}</button></header>'
    '<div class="shop">'
    f'<div class="bedframe"><svg id="bed" tabindex="0" role="group" aria-label="{labels.BED}"></svg></div>'
    '<div id="offers" hidden></div>'
    f'<div class="shop-side"><ul id="tray" aria-label="{labels.TRAY}"></ul>'
    f'<div class="turns"><button class="quiet" type="button" data-shop="turn">{labels.TURN} <kbd>R</kbd></button>'
    f'<button class="quiet" type="button" data-shop="flip">{labels.FLIP} <kbd>F</kbd></button>'
    f'<button class="quiet" type="button" data-shop="clear">{labels.CLEAR}</button>'
    f'<button class="quiet" type="button" data-shop="pack">{labels.PACK}</button></div></div></div>'
    '<p id="shop-says" role="status"></p>'
    f'<div class="shop-foot"><button class="go" type="button" data-shop="load" disabled>{labels.LOAD}</button></div></section>'
)

SLIP: Final = (
    f'<section id="slip" class="slip" aria-label="{labels.SHIPMENT}" hidden><p id="slip-says" role="status"></p>'
    f'<div class="actions"><button class="go" type="button" data-slip="go">{labels.SHIP}</button>'
    f'<button class="quiet" type="button" data-slip="none">{labels.CANCEL}</button></div></section>'
)
