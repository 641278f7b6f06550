// @ts-check
// What somebody is told who plays this game for the first time, through one real turn.

import { legal } from "../../../../page/static/client.js";
import { choosing, guideBy, may } from "../../../../page/static/guide.js";

guideBy({
  hints: [
    { when: () => may("put") && choosing(), at: "#trains, #own-yard", text: "Now its place: a train of its own kind, the mixed train, or a siding of your yard. What is lit is allowed; click anything else to hear why not." },
    { when: () => may("put"), at: "#prompt .tray", text: "These cars lie before you. Pick one, then where it goes." },
    { when: () => may("take") && !may("call") && !may("fill"), at: "#main-yard", text: "Go on. Every car you take frees the one behind it, for you and for the next player." },
    { when: () => may("take"), at: "#main-yard", text: "This is the main yard. Only the cars at the open ends, on the left, can go. Try it: click one to take it. A move can be taken back until a card is drawn." },
    { when: () => legal().length > 0, at: "#prompt", text: "A turn is one action. The buttons below tell what each costs or brings; one that is grey tells why it cannot be chosen." },
  ],
  last: { at: "#types", text: "That was a turn. At the end of the day the longest trains of each kind earn points, and what your yard holds counts too: a little for you on the first day, against you on the last. A train needs a locomotive: call one when you run out." },
});
