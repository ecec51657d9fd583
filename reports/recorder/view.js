// Draws the page as the night stands. Buttons stay where they are, so that the focus does too.
function draw() {
  const hand = currentHand(night);
  const table = stand(hand);
  const actor = actorOf(table);
  byId("prompt").textContent = promptOf(hand, table, actor);
  drawPlace(hand);
  drawTable(hand, table, actor);
  drawCards(table, actor);
  drawCalls(table);
  show(byId("moments"), table.phase !== "over" || table.plays.length > 0);
  show(byId("score"), table.phase === "over");
  if (table.phase === "over") drawScore(hand, table);
  drawBack(hand, table);
  drawSheet(hand);
  drawSteps(hand);
  byId("json").value = jsonOf(night);
  byId("text").value = textOf(night);
}

// Who acts next: whoever was named, else whose turn it is; before the calls the dealer.
function actorOf(table) {
  return other || table.turn || (table.phase === "up" ? table.dealer : null);
}

function drawPlace(hand) {
  const { setup } = hand;
  const parts = [setup.league, setup.round && say("place-round", setup), setup.table && say("place-table", setup)];
  byId("place").textContent = [...parts.filter(Boolean), say("place-game", hand), say("place-hand", hand)].join(" · ");
  const totals = sheetOf(night, hand.game).at(-1).totals;
  const tally = TEAMS.map((team) => `${teamName(setup, team)} ${totals[team]}`);
  byId("tally").textContent = tally.join(" – ");
  show(byId("tally"), true);
  drawNames(hand);
}

// Players and teams wherever they are named.
function drawNames({ setup }) {
  all("[data-team]").forEach((place) => { place.textContent = teamName(setup, place.dataset.team); });
  all("[data-points]").forEach((field) => {
    const part = field.closest("tr").querySelector("th").textContent;
    field.setAttribute("aria-label", say("points-of", { team: teamName(setup, field.dataset.points), part }));
  });
  all("[data-seat-name]").forEach((place) => { place.textContent = seatName(setup, place.dataset.seatName); });
}

function drawTable(hand, table, actor) {
  const start = shownTrick(table);
  const trick = table.plays.slice(start, start + SEATS.length);
  const winner = trick.length === SEATS.length ? winnerOf(table, start / SEATS.length + 1) : null;
  for (const button of all(".felt .seat")) {
    const { seat } = button.dataset;
    button.querySelector(".who").textContent = seatName(hand.setup, seat);
    button.querySelector(".tags").textContent = tagsOf(hand, table, seat).join(" · ");
    const cards = trick.filter((play) => play.seat === seat).map(({ card }) => drawn(card, seat === winner ? "won" : ""));
    const meant = seat === actor && spelling.rank ? [make("b", { class: "face meant" }, `${spelling.rank === "T" ? "10" : spelling.rank}…`)] : [];
    button.querySelector(".slot").replaceChildren(...cards, ...meant);
    button.classList.toggle("next", seat === actor && table.phase !== "over");
    button.setAttribute("aria-pressed", String(seat === other));
  }
  const trump = table.trump ? say("trump", { suit: TABLES.suitNames[table.trump], sign: TABLES.suitSigns[table.trump] }) : "";
  byId("trump").textContent = trump;
  byId("trump").className = table.trump || "";
  byId("trick").textContent = winner ? say("takes", { seat: shortName(hand.setup, winner) }) : "";
}

// The trick on the table: the last complete one stays until the next card falls.
function shownTrick(table) {
  const count = table.plays.length;
  return count && count % SEATS.length === 0 ? count - SEATS.length : count - (count % SEATS.length);
}

function tagsOf(hand, table, seat) {
  const tags = [];
  if (seat === hand.dealer) tags.push(table.upcard && !table.plays.length ? say("tag-dealt", { card: face(table.upcard) }) : say("tag-dealer"));
  if (seat === table.maker) tags.push(say("tag-maker"));
  for (const meld of table.melds) if (meld.seat === seat) tags.push(TABLES.kinds[meld.kind]);
  const said = table.phase === "calls" && table.calls.findLast((call) => call.seat === seat);
  if (said) tags.push(callWord(said.call));
  return tags;
}

// Calls; only suits where trumps are asked for, and who made them where the calls were not noted.
function drawCalls(table) {
  const { phase } = table;
  show(byId("calls"), ["calls", "trump", "contract"].includes(phase));
  for (const button of all("#calls [data-call]")) {
    const suit = SUITS.includes(button.dataset.call);
    show(button, phase === "calls" || (phase === "trump" && suit));
  }
  show(byId("calls").querySelector("[data-do=contract]"), phase !== "trump");
  show(byId("calls").querySelector("[data-do=no-contract]"), phase === "contract");
  byId("contract-words").textContent = say(phase === "contract" ? "contract" : "no-calls");
}

function drawCards(table, actor) {
  const wanted = table.phase === "up" || table.phase === "play";
  show(byId("cards"), wanted);
  if (!wanted) return;
  const last = lastCard(table);
  const gone = new Set(sightings(table).filter(({ how }) => how === "played" || how === "heaped").map(({ card }) => card));
  for (const button of all("#cards [data-card]")) {
    const { card } = button.dataset;
    button.classList.toggle("gone", gone.has(card));
    button.classList.toggle("offered", Boolean(card) && card === last);
    if (card) button.setAttribute("aria-description", gone.has(card) ? say("seen") : "");
  }
  show(byId("cards").querySelector("[data-do=lost]"), table.heaps && table.phase === "play" && table.plays.length % SEATS.length === 0);
}

function drawBack(hand, table) {
  const button = (name) => byId("back").querySelector(`[data-do=${name}]`);
  button("undo").disabled = !hand.steps.length;
  button("redo").disabled = !hand.undone.length;
  show(button("other"), !["trump", "contract"].includes(table.phase));
  show(button("way"), !hand.steps.length);
  button("way").textContent = say(hand.heaps ? "way-table" : "way-heaps");
  show(button("dealing"), !table.plays.length && table.phase !== "over");
  show(button("end"), table.phase !== "over");
}

function drawSheet(hand) {
  const body = byId("sheet").querySelector("tbody");
  byId("sheet").querySelector("caption").textContent = say("place-game", hand);
  body.replaceChildren(...sheetOf(night, hand.game).map(({ hand: line, index, score, totals }) => {
    const open = make("button", { type: "button", "data-open": String(index), "aria-current": line === hand ? "true" : null }, String(line.number));
    const cells = TEAMS.map((team) => make("td", {}, score[team] || "", " ", make("small", {}, score[team] ? String(totals[team]) : "")));
    return make("tr", {}, make("th", { scope: "row" }, open), ...cells);
  }));
}

function drawSteps(hand) {
  const lines = linesOf(hand).map((line, at) => {
    const back = make("button", { type: "button", "data-step": String(at) }, line);
    return make("li", {}, back, ...(isCard(hand.steps[at]) ? [changeButton(hand, at)] : []));
  });
  byId("steps").replaceChildren(...lines.reverse());
}

function changeButton(hand, at) {
  const name = hand.steps[at].do === "up" ? say("change-up") : say("change-card", { place: placeOf(playsBefore(hand, at)) });
  return make("button", { type: "button", "data-change": String(at), "aria-label": name }, say("change"));
}

// A word to the user, until the next step.
function notice(text) {
  byId("notice").textContent = text;
  show(byId("notice"), Boolean(text));
}
