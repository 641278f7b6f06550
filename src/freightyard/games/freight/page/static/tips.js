// @ts-check
// What somebody is told who plays this game for the first time, through one real turn.

import { legal } from "../../../../page/static/client.js";
import { $ } from "../../../../page/static/dom.js";
import { guideBy, may, shown } from "../../../../page/static/guide.js";

guideBy({
  hints: [
    { when: () => shown("#bench") && $("#bench [aria-pressed=true]") !== null, at: "#bench", text: "Pick a tile, turn it with R or by clicking the hex again, and build it. The price is on the button." },
    { when: () => may("open") || may("raise"), at: "#prompt", text: "Before each round the places in the turn order are auctioned. Bid, raise, or pass: going first is worth something only if you need it." },
    { when: () => may("locomotive"), at: "#map-spots", text: "Your locomotive starts in a city. Choose one that has what another one near it wants." },
    { when: () => may("build") || may("upgrade"), at: "#map", text: "Lit hexes can get track. Click one, choose a tile, build. Lines begin at cities; squares in a city are what it has, discs what it wants." },
    { when: () => may("load") || may("go") || may("deliver"), at: "#trips", text: "Now ship: load a cube, run to a city that wants its colour, deliver. Before you go you see what a run costs and brings." },
    { when: () => legal().length > 0, at: "#prompt", text: "What can be done now is here, with what it costs. Grey buttons tell why they cannot be chosen." },
  ],
  last: { at: "#players", text: "That was a turn. Loans cost interest every round, cities of your network count at the end. The rules are in the menu." },
});
