// The parts of the dialogs that hang on the game, and the answers that take more than a look.
// The seats, suits, cards and words of the game.
function fillPanel(form, game, name) {
  for (const place of all("[data-seats]", form)) {
    place.append(...game.seats.map((seat) => seatChip(place.dataset.seats, seat)));
    const sides = "sides" in place.dataset ? game.sides.filter((side) => !game.seats.includes(side)) : [];
    place.append(...sides.map((side) => sideChip(place.dataset.seats, side)));
  }
  const names = name === "named" ? SUITS : suitsFirst(game);
  form.querySelector("[data-names]").append(...names.map(nameChip));
  form.querySelector("[data-special]").append(...game.special.map((call) => chip("special", call, make("span", {}, callWord(call)))));
  const tricks = Array.from({ length: game.each }, (_, at) => `${at + 1}`);
  form.querySelector("[data-tricks]").append(...tricks.map((number) => chip("trick", number, make("span", {}, number))));
  const options = (words) => Object.entries(words).map(([value, text]) => make("option", { value }, text));
  form.elements.incident.append(...options(only(TABLES.incidents, game.incidents)));
  form.elements.infraction.append(...options({ ...only(TABLES.infractions, game.infractions), ...game.titles }));
  if (game.bidding) form.elements.bid.append(...game.bidding.bids.map(([word]) => make("option", { value: word }, callWord(word))));
  fillGrid(form.querySelector("[data-part=cards]"), game, "pick");
  if (name === "before") fillRunning(form.querySelector("[data-part=running]"), game);
}

function nameChip(name) {
  const suit = SUITS.includes(name);
  const made = chip("suit", name, make("span", {}, ...(suit ? [make("b", {}, TABLES.suitSigns[name]), " "] : []), strainName(name)));
  made.className = `chip suit ${suit ? name : ""}`;
  if (suit) made.querySelector("input").setAttribute("aria-label", TABLES.suitNames[name]);
  return made;
}

// The running scores: what the sheet has so far, to be put right.
function fillRunning(place, game) {
  const hand = currentHand(night);
  const said = tableNow().before || {};
  const sofar = { before: sheetOf(night, hand.game).find((line) => line.hand === hand).before };
  fillTable(place, game.sides, game.running.map((key) => [key, say(`running-${key}`)]), (key, side) => {
    return { value: String((said[key] || sofar[key] || {})[side] ?? "") };
  });
}

function runningIn({ elements }, { running, sides }) {
  const read = (key) => filled(Object.fromEntries(sides.map((side) => [side, numberIn(elements[`${key}-${side}`].value, 1000, key === "before")])));
  return filled(Object.fromEntries(running.map((key) => [key, read(key)])));
}

// Who has to win how many tricks, in what; a game without bids asks for the suit alone.
function contractStep({ seat, suit, bid, alone, forced, cards: [upcard] }) {
  const { game } = tableNow();
  if (!game.bidding) return seat && suit && { do: "contract", maker: seat, trump: suit, upcard };
  const height = game.bidding.bids.findIndex(([word]) => word === bid);
  const { tricks, kind } = undertaken(game, height);
  return seat && { do: "contract", maker: seat, tricks, kind, trump: suit || (game.named || {})[kind] || null, alone, forced, upcard };
}

// Afterwards the turned card is asked for with the contract, as it was no step of its own.
function asksUpcard({ game, heaps, upcard }) {
  return heaps && game.upcard && upcard === undefined;
}

// Whether a special call shows cards.
function shows(special) {
  return special === "bottoms";
}
