// What hangs on the game: seats, cards, keypads and fields are laid out when it changes, and stay where they are.
let laid = null;

function layOut(game) {
  if (laid === game) return;
  laid = game;
  const felt = document.querySelector(".felt");
  felt.className = `felt n${game.seats.length}`;
  felt.replaceChildren(...game.seats.map(seatButton), felt.querySelector(".centre"));
  byId("calls").replaceChildren(...callButtons(game));
  fillGrid(byId("cards"), game, "card", byId("more-cards").content.cloneNode(true));
  byId("moments").replaceChildren(...TABLES.moments.filter(([name, , , every]) => every || game.moments.includes(name)).map(momentButton));
  byId("sheet").querySelector("thead tr").replaceChildren(make("th", { scope: "col" }, say("hand")), ...game.sides.map(sideHead));
  document.body.classList.toggle("many", game.sides.length > 2);
  layOutScore(game);
}

function seatButton(seat) {
  const parts = ["who", "tags", "slot"].map((part) => make("span", { class: part }));
  return make("button", { type: "button", class: `seat ${seat}`, "data-seat": seat, "aria-pressed": "false" }, ...parts);
}

function sideHead(side) {
  return make("th", { scope: "col", "data-head": side });
}

// A table of numbers, a line for each part; where there are many sides, a line for each of them.
function fillTable(table, sides, parts, attributes) {
  const field = (part, words, side) => {
    const told = { name: `${part}-${side}`, maxlength: "5", "data-points": side, "data-words": words };
    return make("td", {}, make("input", { ...told, ...attributes(part, side) }));
  };
  const head = (scope, words) => make("th", { scope }, words);
  const many = sides.length > 2;
  const lines = many
    ? sides.map((side) => [make("th", { scope: "row", "data-head": side }), ...parts.map(([part, words]) => field(part, words, side))])
    : parts.map(([part, words]) => [head("row", words), ...sides.map((side) => field(part, words, side))]);
  table.querySelector("thead tr").replaceChildren(make("td", {}), ...(many ? parts.map(([, words]) => head("col", words)) : sides.map(sideHead)));
  table.querySelector("tbody").replaceChildren(...lines.map((cells) => make("tr", {}, ...cells)));
}

function keyed(key) {
  return key ? [" ", make("kbd", { "aria-hidden": "true" }, key)] : [];
}

function button(attributes, words, key = "") {
  return make("button", { type: "button", "aria-keyshortcuts": key || null, ...attributes }, words, ...keyed(key));
}

function momentButton([name, key, words]) {
  return button({ "data-do": name }, words, key);
}

// The keypad: each button with the phases in which it is wanted.
function callButtons(game) {
  const when = (phases) => ({ "data-in": phases });
  const suited = game.bidding ? "trump" : "calls trump";
  const asked = game.bidding ? "calls trump contract" : "calls contract";
  const bids = game.bidding
    ? game.bidding.bids.map(([word]) => bidButton(word))
    : [button({ class: "wide", "data-call": "play", ...when("calls") }, say("play-it"), "Y")];
  return [
    button({ class: "wide", "data-call": "pass", ...when("calls") }, say("pass"), "P"), ...bids,
    ...suitsFirst(game).map((name) => nameButton(name, suited)),
    ...(game.lone ? [button({ class: "wide quiet", "data-do": "lone", "aria-pressed": "false", ...when("trump") }, say("alone"))] : []),
    button({ class: "wide quiet", "data-do": "contract", ...when(asked) }, make("span", { id: "contract-words" }), "U"),
    button({ class: "wide quiet", "data-do": "no-contract", ...when("contract") }, say("trumps-unknown")),
  ];
}

// What may be named, the suits as they are sorted on the screen.
function suitsFirst({ names }) {
  return [...SUITS, ...names.filter((name) => !SUITS.includes(name))];
}

// The key of a number is the number.
function bidButton(word) {
  const number = /^\d/.test(word);
  const key = (BID_KEYS[word] || "").toUpperCase();
  const made = button({ class: number ? "bid" : "wide", "data-call": word, "data-in": "calls" }, capital(callWord(word)), key);
  if (/^\d$/.test(word)) made.setAttribute("aria-keyshortcuts", word);
  return made;
}

function capital(words) {
  return words[0].toUpperCase() + words.slice(1);
}

function nameButton(name, phases) {
  if (!SUITS.includes(name)) return button({ class: "wide", "data-call": name, "data-in": phases }, capital(strainName(name)));
  const made = button({ class: `suit ${name}`, "data-call": name, "data-in": phases, "aria-label": TABLES.suitNames[name] }, "", name);
  made.prepend(make("b", {}, TABLES.suitSigns[name]));
  return made;
}

// The cards of the pack, a suit after the other; what else is offered stands behind them.
function fillGrid(grid, game, data, ...more) {
  grid.classList.remove("r5", "r6", "r7", "r8");
  grid.classList.add(`r${game.ranks.length}`);
  const cards = game.faces.map((card) => {
    const sign = card === JOKER ? [] : [make("i", {}, TABLES.suitSigns[card[1]])];
    const kind = `card ${suitOn(card) || "joker"}${card[0] === game.ranks[0] ? " first" : ""}`;
    const told = { type: "button", class: kind, [`data-${data}`]: card, "aria-label": spoken(card) };
    return make("button", told, face(card).replace(/[♠♥♦♣]/, ""), ...sign);
  });
  grid.replaceChildren(...cards, ...more);
}

// A chip to choose one of several by.
function chip(name, value, words, checked = false) {
  return make("label", { class: "chip" }, make("input", { type: "radio", name, value, checked }), words);
}

function seatChip(name, seat) {
  return chip(name, seat, make("span", { "data-seat-name": seat }));
}

function sideChip(name, side) {
  return chip(name, side, make("span", { "data-team": side }));
}
