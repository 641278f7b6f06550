// @ts-check
// What somebody is told who plays this game for the first time, through one real turn.

import { guideBy, may, shown } from "../../../../page/static/guide.js";

guideBy({
  hints: [
    { when: () => shown("#workshop"), at: "#workshop", text: "Drag your pieces onto the car until no cell is open. R turns a piece, F flips it; or let it be packed for you and see which packing keeps most open. Your plan is kept, so you can make it while others play." },
    { when: () => may("keep"), at: "#hand .corps", text: "These are corporations. Keep one: nobody else sees it, and at the end it pays for what it says. It is your plan for the whole game." },
    { when: () => may("discard"), at: "#hand .cards", text: "Freight cards show the bed of a car: so many cells to fill with your own pieces. Put the one aside that suits you least." },
    { when: () => may("ship") && (may("load") || may("decline")), at: "#train", text: "Your loaded cars can go. Click some: long shipments earn far more than short ones, and cities pay for what they want. Shipping gives your pieces back." },
    { when: () => may("load"), at: "#hand .cards", text: "A turn is one action: take a card, load one, or ship. Click a card of your hand to try it in the workshop." },
    { when: () => may("take"), at: "#tableau", text: "A turn is one action. Take one of these cards, or the top card of the deck; ✓ marks those that your free pieces can fill." },
  ],
  last: { at: "#train", text: "That was a turn. Load several cars, ship them together, serve cities with them. The pieces come back when a shipment goes." },
});
