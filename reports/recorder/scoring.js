// The score of a hand: what the sheet has for each side, what it breaks down, and who agrees. What is typed is kept at
// once, and becomes a step when it is written.
function scoreField(name) {
  return byId("score").elements[name];
}

// The fields of a game's score: one a side, and a line for each part that its sheets break down.
function layOutScore({ sides, parts, signed }) {
  const last = (side) => side === sides.at(-1);
  byId("scores").replaceChildren(...sides.map((side) => {
    const hints = { autocapitalize: "characters", enterkeyhint: last(side) ? "done" : "next", "aria-describedby": "marks" };
    const field = make("input", { name: `score-${side}`, maxlength: "16", ...hints });
    return make("label", {}, make("span", { "data-team": side }), field);
  }));
  byId("marks").textContent = say(signed ? "marks-signed" : "marks");
  byId("breakdown").querySelector("summary").textContent = say("breakdown");
  fillTable(byId("breakdown").querySelector("table"), sides, parts, (part) => ({ inputmode: part === "after" ? null : "numeric" }));
  byId("agreed").replaceChildren(...sides.map((side) => {
    const words = make("span", {}, say("agreed"), " ", make("b", { "data-team": side }));
    return make("label", { class: "chip" }, make("input", { type: "checkbox", name: `agreed-${side}` }), words);
  }));
}

// The names of all fields of the score, those of the breakdown among them.
function scoreFields() {
  const { sides, parts } = gameNow();
  return sides.flatMap((side) => ["score", ...parts.map(([part]) => part)].map((part) => `${part}-${side}`));
}

function keepTyped() {
  const hand = currentHand(night);
  hand.typed = Object.fromEntries(scoreFields().map((name) => [name, scoreField(name).value]));
  keep(night);
}

// What a field holds once its score is written.
function writtenIn(table, name) {
  const [part, side] = name.split("-");
  return String((part === "score" ? table.score : (table.sheet || {})[side])?.[part === "score" ? side : part] ?? "");
}

function drawScore(hand, table) {
  const form = byId("score");
  const { sides } = table.game;
  const points = countedSoFar(table);
  const given = scoreGiven(hand, table) || {};
  byId("counted").textContent = points ? countedWords(hand, table, points) : "";
  for (const name of scoreFields()) {
    const field = scoreField(name);
    if (document.activeElement !== field) field.value = (hand.typed || {})[name] ?? (writtenIn(table, name) || (table.score ? "" : given[name.split("score-")[1]] || ""));
  }
  for (const side of sides) scoreField(`agreed-${side}`).checked = Boolean(table.agreed[side]);
  if (table.sheet) byId("breakdown").open = true;
  show(form.querySelector("[data-do=turned]"), !table.turned && !table.score && fallen(table) >= table.game.each * table.width);
  for (const part of all(".scored", form)) show(part, !table.passedOut);
  form.querySelector("[type=submit]").classList.toggle("main", !table.score);
  const won = winnerNow(hand);
  form.querySelector("[data-do=next]").classList.toggle("main", !won && (Boolean(table.score) || table.passedOut));
  form.querySelector("[data-do=game]").classList.toggle("main", Boolean(won));
}

// What the cards came to, and with them what was called: melds only where one side alone showed any, for of two only
// the better count, and which that is the page does not know.
function countedWords(hand, table, points) {
  const { last, sides } = table.game;
  const told = (of) => sides.map((side) => `${teamName(hand.setup, side)} ${of[side]}`).join(", ");
  const sum = withCalled(table, points);
  const counts = table.melds.some(({ kind, cards }) => kind === "belle" || (cards && sum));
  return [
    say(last ? "counted" : "counted-tricks", { points: told(points) }), counts ? say("counted-called", { points: told(sum || withCalled(table, points, "belle")) }) : "",
    sum ? "" : say("counted-both"),
  ].filter(Boolean).join(" ");
}

// The score of a hand that was played out with nothing to rule on; null where that is not so plain.
function scoreGiven(hand, table) {
  const { game, plays, claims, incidents, laydown } = table;
  const counted = countedSoFar(table);
  if (!counted || fallen(table) !== plays.length || claims.length || incidents.length || laydown) return null;
  if (!game.bidding) return cardScore(table, counted);
  const { before } = (game.cap && sheetOf(night, hand.game).find((line) => line.hand === hand)) || {};
  return bidScore(hand.setup.ruleset, before, table, counted);
}

// Of the bid and the tricks, as the program has it: of each bid a letter for each number of tricks, O (79) for no
// points. A house's own rules that came as a text may score otherwise.
function bidScore(ruleset, before, { game, contract, made, said, out }, tricks) {
  const { bidding, sides, cap, each } = game;
  const scores = TABLES.scores[TABLES.rulesets[ruleset].scores];
  const { maker, tricks: bid, kind, forced, trump, alone } = contract || made;
  const lone = alone ? maker : lonePlayer(said);
  const height = bidding.bids.findIndex(([word, of]) => of === (kind || "bid") && (Number.parseInt(word, 10) || each) === bid);
  const known = maker ? height >= 0 && (!forced || bid === bidding.forced) : !contract && trump;
  if (!scores || !known || (lone || maker) !== maker) return null;
  const words = scores[each].split(" ").slice(0, maker ? (forced ? bidding.bids.length : height) + 2 : 1).map((word) => word.split(","));
  const points = sides.map((side) => {
    const role = Number(side !== sideOf(game, maker));
    // Bids that bring as much as the one before leave it out.
    const row = words.map((word) => word[role]).findLast(Boolean);
    if (out.includes(side)) return 0;
    const worth = row && (row.charCodeAt(tricks[side]) - (scores.zero || 79)) * (lone ? (scores.alone || [1, 1])[role] : 1);
    return worth > 0 && cap ? Math.min(worth, cap - before[side]) : worth;
  });
  return points.includes(undefined) ? null : Object.fromEntries(sides.map((side, place) => [side, String(points[place])]));
}

// With all melds in turn: makers who are not ahead score nothing.
function cardScore(table, points) {
  const { game, heaps, maker, melds } = table;
  const plainly = melds.every((meld) => meld.kind === "belle" || !("announced" in meldOf(table, meld) || "shown" in meldOf(table, meld)));
  if (heaps || !maker || !plainly) return null;
  const sum = withCalled(table, points);
  if (!sum) return null;
  const side = sideOf(game, maker);
  const set = game.sides.some((one) => one !== side && sum[one] >= sum[side]);
  return Object.fromEntries(game.sides.map((one) => [one, one === side && set ? "XXX" : sum[one] ? String(sum[one]) : "--"]));
}

// The points with what was called, or with belle alone; of two sides with melds only the better one counts, so null.
function withCalled({ game, melds }, points, only) {
  const worth = Object.fromEntries(game.called || []);
  const shown = melds.filter(({ kind, cards }) => kind === "belle" || (cards && !only));
  if (new Set(shown.filter(({ kind }) => kind !== "belle").map(({ seat }) => sideOf(game, seat))).size > 1) return null;
  const sum = { ...points };
  for (const { seat, kind } of shown) sum[sideOf(game, seat)] += worth[kind];
  return sum;
}

// The sides whose score is not what the hand gives, in a sentence. A mark counts nothing in Clabber, and says nothing of
// the points where a set costs some; a renege is for the judge.
function differsFrom(hand, given, score) {
  const worth = (text) => Number(text) || 0;
  const said = (text) => text !== "R" && !(gameNow().signed && isNaN(text));
  const wrong = Object.keys(given || {}).filter((side) => side in score && said(score[side]) && worth(score[side]) !== worth(given[side]));
  return wrong.length ? say("score-differs", { points: wrong.map((side) => `${teamName(hand.setup, side)} ${given[side]}`).join(", ") }) : "";
}

// What a field says: points or a mark, of the breakdown points alone; null when it says neither.
function readField(name) {
  const text = scoreField(name).value.trim();
  if (name.startsWith("score")) return readScore(gameNow(), text);
  return numberIn(text, name.startsWith("tricks") ? gameNow().each : 1000, name.startsWith("after"));
}

// Writes what stands in the fields; false when something there cannot be read.
function writeScore() {
  const hand = currentHand(night);
  const filled = scoreFields().filter((name) => scoreField(name).value.trim());
  const wrong = filled.find((name) => readField(name) === null);
  if (wrong) return wrongScore(wrong);
  show(byId("score-wrong"), false);
  if (!filled.length) return wrongScore(scoreFields()[0], say("score-missing"));
  document.activeElement.blur();
  const score = {};
  const sheet = {};
  for (const name of filled) {
    const [part, side] = name.split("-");
    if (part === "score") score[side] = readField(name);
    else sheet[side] = { ...sheet[side], [part]: readField(name) };
  }
  delete hand.typed;
  const table = stand(hand);
  if (JSON.stringify([table.score, table.sheet]) === JSON.stringify([score, some(sheet)])) after();
  else enter({ do: "score", score, sheet: some(sheet) }, differsFrom(hand, scoreGiven(hand, table), score));
  return true;
}

function wrongScore(name, words = null) {
  const field = scoreField(name);
  const [part, side] = name.split("-");
  const values = { text: field.value.trim(), team: teamName(currentHand(night).setup, side) };
  const { signed, each } = gameNow();
  const told = { score: signed ? "no-score-signed" : "no-score", tricks: "no-tricks" }[part] || "no-points";
  byId("score-wrong").textContent = words || say(told, { ...values, each });
  show(byId("score-wrong"), true);
  if (part !== "score") byId("breakdown").open = true;
  field.focus();
  return false;
}

// A side agrees to the score as it is written, or no longer does; what is still only typed is written first.
function agree(team, yes) {
  const hand = currentHand(night);
  if ((hand.typed || !stand(hand).score) && !writeScore()) return draw();
  return enter({ do: "agree", team, yes });
}

// To the hand after this one; a score that was typed is written first.
function goOn(newGame) {
  const hand = currentHand(night);
  if (hand.typed && scoreFields().some((name) => hand.typed[name]?.trim()) && !writeScore()) return;
  document.activeElement.blur();
  if (hand !== night.hands.at(-1) && !newGame) night.at += 1;
  else beginNext(night, { game: night.hands.at(-1).game + (newGame ? 1 : 0), heaps: hand.heaps });
  show(byId("score-wrong"), false);
  spelling.clear();
  after();
  byId("prompt").scrollIntoView({ block: "nearest" });
}
