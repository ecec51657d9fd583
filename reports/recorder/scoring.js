// The score of a hand: what the sheet has for each team, what it breaks down, and who agrees. What is typed is kept at
// once, and becomes a step when it is written.
const PARTS = ["cards", "last_trick", "melds", "belle"];

function scoreField(name) {
  return byId("score").elements[name];
}

// The names of all fields of the score, those of the breakdown among them.
function scoreFields() {
  return TEAMS.flatMap((team) => ["score", ...PARTS].map((part) => `${part}-${team}`));
}

function keepTyped() {
  const hand = currentHand(night);
  hand.typed = Object.fromEntries(scoreFields().map((name) => [name, scoreField(name).value]));
  keep(night);
}

// What a field holds once its score is written.
function writtenIn(table, name) {
  const [part, team] = name.split("-");
  return String((part === "score" ? table.score : (table.sheet || {})[team])?.[part === "score" ? team : part] ?? "");
}

function drawScore(hand, table) {
  const form = byId("score");
  const points = pointsSoFar(table);
  const said = points ? TEAMS.map((team) => `${teamName(hand.setup, team)} ${points[team]}`).join(", ") : "";
  byId("counted").textContent = said && say("counted", { points: said });
  for (const name of scoreFields()) {
    const field = scoreField(name);
    if (document.activeElement !== field) field.value = (hand.typed || {})[name] ?? writtenIn(table, name);
  }
  for (const team of TEAMS) scoreField(`agreed-${team}`).checked = Boolean(table.agreed[team]);
  if (table.sheet) byId("breakdown").open = true;
  show(form.querySelector("[data-do=turned]"), !table.turned && !table.score && table.plays.length >= PACK.length);
  for (const part of all(".scored", form)) show(part, !table.passedOut);
  form.querySelector("[type=submit]").classList.toggle("main", !table.score);
  form.querySelector("[data-do=next]").classList.toggle("main", Boolean(table.score) || table.passedOut);
}

// What a field says: points or a mark, of the breakdown points alone; null when it says neither.
function readField(name) {
  const text = scoreField(name).value.trim();
  return name.startsWith("score") ? readScore(text) : numberIn(text);
}

// Writes what stands in the fields; false when something there cannot be read.
function writeScore() {
  const hand = currentHand(night);
  const filled = scoreFields().filter((name) => scoreField(name).value.trim());
  const wrong = filled.find((name) => readField(name) === null);
  if (wrong) return wrongScore(wrong);
  show(byId("score-wrong"), false);
  if (!filled.length) return wrongScore("score-NS", say("score-missing"));
  document.activeElement.blur();
  const score = {};
  const sheet = {};
  for (const name of filled) {
    const [part, team] = name.split("-");
    if (part === "score") score[team] = readField(name);
    else sheet[team] = { ...sheet[team], [part]: readField(name) };
  }
  delete hand.typed;
  const table = stand(hand);
  if (JSON.stringify([table.score, table.sheet]) === JSON.stringify([score, some(sheet)])) after();
  else enter({ do: "score", score, sheet: some(sheet) });
  return true;
}

function wrongScore(name, words = null) {
  const field = scoreField(name);
  const [part, team] = name.split("-");
  const values = { text: field.value.trim(), team: teamName(currentHand(night).setup, team) };
  byId("score-wrong").textContent = words || say(part === "score" ? "no-score" : "no-points", values);
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
  if (hand.typed && scoreFields().some((name) => hand.typed[name].trim()) && !writeScore()) return;
  document.activeElement.blur();
  if (hand !== night.hands.at(-1) && !newGame) night.at += 1;
  else beginNext(night, { game: night.hands.at(-1).game + (newGame ? 1 : 0), heaps: hand.heaps });
  show(byId("score-wrong"), false);
  spelling.clear();
  after();
  byId("prompt").scrollIntoView({ block: "nearest" });
}
