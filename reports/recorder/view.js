// Draws the page as the night stands. Buttons stay where they are, so that the focus does too.
function draw() {
  const hand = currentHand(night);
  const table = stand(hand);
  const actor = actorOf(table);
  layOut(table.game);
  byId("prompt").textContent = promptOf(hand, table, actor);
  drawPlace(hand);
  drawTable(hand, table, actor);
  drawCards(table);
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
  const places = [["place-game", hand.game], ["place-hand", hand.number]].map(([name, number]) => say(name, { number: number || 1 }));
  byId("place").textContent = [...parts.filter(Boolean), ...places].join(" · ");
  const totals = sheetOf(night, hand.game).at(-1).totals;
  const { bidding, name, sides } = gameOf(setup);
  const tally = sides.map((team) => `${headName(setup, team)} ${totals[team]}`);
  byId("title").textContent = say("recorder", { game: bidding ? TABLES.rulesets[setup.ruleset].title.split(",")[0] : name });
  const there = sides.filter((side) => isThere(gameOf(setup), totals[side]));
  const reached = there.map((side) => say("there", { team: headName(setup, side), target: gameOf(setup).target }));
  byId("tally").textContent = [tally.join(" – "), ...reached].join(" · ");
  show(byId("tally"), true);
  drawNames(hand);
}

// The side that has won the game with the last hand of it: the only one there, or ahead of the others; else none.
function winnerNow(hand) {
  const lines = sheetOf(night, hand.game);
  if (lines.at(-1).hand !== hand || !stand(hand).score) return null;
  const { sides, target, start = 0 } = gameOf(hand.setup);
  const { totals } = lines.at(-1);
  const there = sides.filter((side) => isThere({ target, start }, totals[side]));
  const ahead = start > target ? Math.min(...there.map((side) => totals[side])) : Math.max(...there.map((side) => totals[side]));
  const first = there.filter((side) => totals[side] === ahead);
  return first.length === 1 ? first[0] : null;
}

// Whether a side has come as far as a game goes, up or down.
function isThere({ target, start = 0 }, total) {
  if (target === undefined) return false;
  return start > target ? total <= target : total >= target;
}

// Players and teams wherever they are named.
function drawNames({ setup }) {
  all("[data-team]").forEach((place) => { place.textContent = teamName(setup, place.dataset.team); });
  all("[data-head]").forEach((place) => { place.textContent = headName(setup, place.dataset.head); });
  all("[data-points]").forEach((field) => {
    field.setAttribute("aria-label", say("points-of", { team: teamName(setup, field.dataset.points), part: field.dataset.words }));
  });
  all("[data-seat-name]").forEach((place) => { place.textContent = seatName(setup, place.dataset.seatName); });
}

function drawTable(hand, table, actor) {
  const trick = table.tricks.at(-1) || [];
  const winner = trick.length === table.width ? winnerOf(table, table.tricks.length) : null;
  for (const button of all(".felt .seat")) {
    const { seat } = button.dataset;
    // A name too long for its place loses its end, never the seat.
    const name = hand.setup.players[seat];
    button.querySelector(".who").textContent = name ? say("seat-first", { seat: TABLES.seatNames[seat], name: isolated(name) }) : TABLES.seatNames[seat];
    button.querySelector(".tags").textContent = tagsOf(hand, table, seat).join(" · ");
    const cards = trick.filter((play) => play.seat === seat).map(({ card }) => drawn(card, seat === winner ? "won" : ""));
    const meant = seat === actor && spelling.rank ? [make("b", { class: "face meant" }, `${spelling.rank === "T" ? "10" : spelling.rank}…`)] : [];
    button.querySelector(".slot").replaceChildren(...cards, ...meant);
    button.classList.toggle("next", seat === actor && table.phase !== "over");
    button.setAttribute("aria-pressed", String(seat === other));
  }
  byId("trump").textContent = table.trump ? say("trump", { suit: strainName(table.trump), sign: TABLES.suitSigns[table.trump] || "" }).trim() : "";
  byId("trump").className = table.trump || "";
  byId("trick").textContent = winner ? say("takes", { seat: shortName(hand.setup, winner) }) : "";
}

function tagsOf(hand, table, seat) {
  const tags = [];
  const { game, made } = table;
  if (table.out.includes(seat)) tags.push(say("tag-out"));
  if (seat === hand.dealer) tags.push(table.upcard && !table.plays.length ? say("tag-dealt", { card: face(table.upcard) }) : say("tag-dealer"));
  if (seat === table.maker && table.phase !== "calls") tags.push(game.bidding ? bidWords(table) : say("tag-maker"));
  for (const meld of table.melds) if (meld.seat === seat) tags.push(TABLES.kinds[meld.kind]);
  const said = made.turn && table.said.findLast((call) => call.seat === seat);
  if (said) tags.push(callWord(said.call));
  return tags;
}

// What the bidder has to do.
function bidWords({ contract, made }) {
  const { tricks, kind } = contract || made;
  return tricks ? say("tag-bid", { bid: contractBid({ tricks, kind }) }) : say("tag-maker");
}

// The keypad: calls, what may be named, and who made trumps where the calls were not noted. A bid that is not higher
// than those before is dimmed, and can be made all the same.
function drawCalls({ game, phase, made }) {
  show(byId("calls"), ["calls", "trump", "contract"].includes(phase));
  for (const button of all("#calls > button")) {
    const { call } = button.dataset;
    show(button, button.dataset.in.split(" ").includes(phase));
    const low = call && game.bidding && call !== "pass" && heightOf(game, call, made.least) <= made.best;
    button.classList.toggle("gone", Boolean(low) && phase === "calls");
    if (button.dataset.do === "lone") button.setAttribute("aria-pressed", String(lone));
  }
  byId("contract-words").textContent = say(phase === "contract" ? "contract" : "no-calls");
}

function drawCards(table) {
  const wanted = table.phase === "up" || table.phase === "play";
  show(byId("cards"), wanted);
  if (!wanted) return;
  const last = lastCard(table);
  const fell = sightings(table).filter(({ how }) => how === "played" || how === "heaped");
  for (const button of all("#cards [data-card]")) {
    const { card } = button.dataset;
    const count = fell.filter((sight) => sight.card === card).length;
    const gone = card && count >= (card === JOKER ? 1 : table.game.copies);
    button.classList.toggle("gone", Boolean(gone));
    button.classList.toggle("half", count > 0 && !gone);
    button.classList.toggle("offered", Boolean(card) && card === last);
    if (card) button.setAttribute("aria-description", gone ? say("seen") : count ? say("seen-once") : "");
  }
  show(byId("cards").querySelector("[data-do=lost]"), table.heaps && table.phase === "play" && inTrick(table) === 0);
}

function drawBack(hand, table) {
  const button = (name) => byId("back").querySelector(`[data-do=${name}]`);
  button("undo").disabled = !hand.steps.length || Boolean(hand.record);
  button("redo").disabled = !hand.undone.length;
  show(button("other"), table.phase !== "contract" && (table.phase !== "trump" || Boolean(table.game.bidding)));
  show(button("way"), !isBegun(hand));
  button("way").textContent = say(hand.heaps ? "way-table" : "way-heaps");
  show(button("dealing"), !table.plays.length && table.phase !== "over");
  for (const name of ["misdeal", "end"]) show(button(name), table.phase !== "over");
}

function drawSheet(hand) {
  const body = byId("sheet").querySelector("tbody");
  byId("sheet").querySelector("caption").textContent = say("place-game", { number: hand.game || 1 });
  body.replaceChildren(...sheetOf(night, hand.game).map(({ hand: line, index, score, totals }) => {
    const open = make("button", { type: "button", "data-open": String(index), "aria-current": line === hand ? "true" : null }, String(line.number || 1));
    const total = (side) => make("small", {}, score[side] ? String(totals[side]) : "");
    const cells = gameOf(hand.setup).sides.map((side) => make("td", {}, score[side] || "", " ", total(side)));
    return make("tr", {}, make("th", { scope: "row" }, open), ...cells);
  }));
}

function drawSteps(hand) {
  const lines = linesOf(hand).map((line, at) => {
    const back = make("button", { type: "button", "data-step": String(at) }, line);
    return make("li", {}, back, ...(isCard(hand.steps[at]) ? [changeButton(hand, at)] : []), ...differButton(hand, at, line));
  });
  byId("steps").replaceChildren(...lines.reverse());
}

function changeButton(hand, at) {
  const name = hand.steps[at].do === "up" ? say("change-up") : say("change-card", { place: placeOf(tableBefore(hand, at)) });
  return make("button", { type: "button", "data-change": String(at), "aria-label": name }, say("change"));
}

// A word to the user, until the next step.
function notice(text) {
  byId("notice").textContent = text;
  show(byId("notice"), Boolean(text));
}
