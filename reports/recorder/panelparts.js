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
  form.querySelector("[data-gathered]").append(...game.sides.map((side) => sideChip("by", side)));
  const tricks = Array.from({ length: game.each }, (_, at) => `${at + 1}`);
  form.querySelector("[data-tricks]").append(...tricks.map((number) => chip("trick", number, make("span", {}, number))));
  const options = (words) => Object.entries(words).map(([value, text]) => make("option", { value }, text));
  form.elements.incident.append(...options({ ...only(TABLES.incidents, game.incidents), ...(name === "incident" && TABLES.agreed) }));
  form.elements.infraction.append(...options({ ...only(TABLES.infractions, game.infractions), ...game.titles }));
  if (game.bidding) form.elements.bid.append(...game.bidding.bids.map(([word]) => make("option", { value: word }, callWord(word))));
  fillGrid(partOf("cards"), game, "pick");
  if (name === "before") fillRunning(partOf("running"), game);
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

// The seat of a player, and the name of anybody else.
function personNamed(text) {
  const { players } = currentHand(night).setup;
  const name = plainName(text);
  return gameNow().seats.find((seat) => [seat, players[seat], TABLES.seatNames[seat]].includes(name)) || name;
}

// The people of a list with commas.
function peopleNamed(list) {
  return [...new Set(list.split(",").map(personNamed).filter(Boolean))].slice(0, 16);
}

// The names to choose from: who was named before and, if they may be, the players; after those that are typed already.
// A seat has one or two letters.
function offerNames(typed = "") {
  const players = panel.name === "claim" ? Object.values(currentHand(night).setup.players) : [];
  const named = night.hands.flatMap(({ steps }) => steps).flatMap(({ by_other: other, witnesses = [] }) => [other, ...witnesses]);
  const names = [...new Set([...players, ...named])].filter((name) => name?.length > 2 && !name.includes(","));
  const before = typed.replace(/[^, ][^,]*$/, "");
  byId("named").replaceChildren(...names.map((name) => make("option", { value: before + name })));
}

// What is asked of an incident hangs on its kind; of an agreement, its words alone.
function kindChanged(kind) {
  const agreed = kind in TABLES.agreed;
  const needs = TABLES.needs[kind] || [];
  const asked = {
    seat: !agreed, to: isSaid(kind), trick: !agreed && !TABLES.inPlay.includes(kind), by: needs.includes("by"),
    cards: needs.includes("card"), outsider: !agreed && !ofTheDeal(kind) && !TABLES.told.includes(kind),
  };
  for (const [part, is] of Object.entries(asked)) show(partOf(part), is);
  if (!asked.cards) picked = [];
  drawPanel();
}

// What happened, as a step; nothing while it lacks what its kind needs. A card taken back stands at the card that its
// player put in its place, which is the last of that seat.
function incidentStep({ incident, seat, to, trick, by, outsider, text, cards: [card] }) {
  if (incident in TABLES.agreed) return { do: "agreed", what: incident, ...(text ? { text } : {}) };
  // Who sits at the table is no outsider, but who did it; the seat asked for is whom it was said to.
  if (gameNow().seats.includes(outsider)) [seat, to, outsider] = [outsider, to || (isSaid(incident) && seat !== outsider ? seat : null), ""];
  const needs = TABLES.needs[incident] || [];
  if (TABLES.told.includes(incident) && ((needs.includes("trick") && !trick) || (needs.includes("by") && !by))) return null;
  const whose = outsider && !TABLES.showsCard.includes(incident) ? { by_other: outsider, helped: seat } : { seat, by_other: outsider };
  const step = { do: "incident", kind: incident, ...whose, to, trick, by, card, quote: text || null };
  if (!TABLES.inPlay.includes(incident)) return step;
  const { plays } = tableNow();
  const clock = plays.map((play) => play.seat).lastIndexOf(seat);
  const stays = plays[clock]?.card;
  return card && clock >= 0 && { ...step, clock, replaced_by: stays !== card ? stays : null };
}
