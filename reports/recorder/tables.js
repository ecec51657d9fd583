"use strict";
// What the program gives to the page: the order and the values of the cards, the words it says, and nothing of the law.
const TABLES = JSON.parse(document.getElementById("clabber-tables").textContent);

// A sentence by its name, with its gaps filled.
function say(name, values = {}) {
  return TABLES.words[name].replace(/{(\w+)}/g, (whole, gap) => (gap in values ? values[gap] : whole));
}
