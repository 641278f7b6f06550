// @ts-check
// The board of Freight Train: cars glide, a yard is rearranged on the page, and a place that is refused tells why.

import { arrange, finish } from "./arrange.js";
import { glide } from "./glide.js";
import { claimMove, question, reachBy } from "../../../../page/static/client.js";
import { $, $$, toast } from "../../../../page/static/dom.js";
import { changeBy } from "../../../../page/static/parts.js";

changeBy(glide);

claimMove((move) => {
  if (move !== "rearrange" || !$("#own-yard .car")) return false;
  const cost = $('[data-word="rearrange"] small')?.textContent ?? "";
  arrange();
  question("Drag the cars, tap one and then its place, or pick one up with Enter and move it with the arrows.", `Done, ${cost}`, finish);
  return true;
});

// A train is called by its kind; a car of this kind goes to the "train".
reachBy((place, said) => {
  const cars = new Set($$('.tray [data-word^="put "]').map((car) => car.dataset.word ?? ""));
  const car = said || (cars.size === 1 ? [...cars][0] : "");
  if (car) return `${car} ${place === car.split(" ")[1] ? "train" : place}`;
  toast("Choose the car first.");
  return "";
});
