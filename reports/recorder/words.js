// What the page says: who is who, what is next, and each step in a few words.
const RIGHT_TO_LEFT = new RegExp(`[${TABLES.rightToLeft}]`, "u");

// A name that, where it is read from right to left, leaves the order of the words beside it alone.
function isolated(name) {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

function seatName(setup, seat) {
  const name = setup.players[seat];
  return name ? say("seat-named", { seat: TABLES.seatNames[seat], name: isolated(name) }) : TABLES.seatNames[seat];
}

function shortName(setup, seat) {
  return isolated(setup.players[seat] || "") || TABLES.seatNames[seat];
}

// The next thing to do, in one line.
function promptOf(hand, table, actor) {
  const seat = actor && shortName(hand.setup, actor);
  const trick = Math.floor(table.plays.length / SEATS.length) + 1;
  const next = { seat, trick, dealer: shortName(hand.setup, hand.dealer), card: table.upcard ? say("on-card", { card: face(table.upcard) }) : "" };
  if (table.phase === "up") return say("prompt-up", next);
  if (table.phase === "calls") return say(table.round === 1 ? "prompt-call" : "prompt-call-again", next);
  if (table.phase === "contract") return say("prompt-contract");
  if (table.phase === "trump") return say("prompt-trump");
  if (table.phase === "play") return promptOfPlay(table, actor, next);
  if (table.score) return say("prompt-scored");
  if (table.passedOut) return say("prompt-passed-out");
  return say(table.plays.length >= PACK.length ? "prompt-score" : "prompt-stopped");
}

function promptOfPlay(table, actor, next) {
  if (!actor) return say("prompt-who-leads", next);
  if (lastCard(table)) return say("prompt-last", { ...next, card: face(lastCard(table)) });
  const meld = table.melds.find((meld) => meld.seat === actor && meld.kind !== "belle" && !meld.cards);
  const own = table.plays.filter((play) => play.seat === actor).length;
  if (meld && own === 1) return say("prompt-show", { ...next, kind: TABLES.kinds[meld.kind] });
  return say(table.plays.length % SEATS.length ? "prompt-card" : "prompt-lead", next);
}

// Each step of a hand as a line, with the trick and place of a card; a corrected card as it now stands.
function linesOf(hand) {
  const lines = [];
  const steps = corrected(hand.steps);
  steps.forEach((step, at) => {
    const table = stand({ ...hand, steps: steps.slice(0, at) });
    lines.push(step.do === "correct" ? say("line-correct", { line: lines[step.at] }) : lineOf(hand, table, step));
  });
  return lines;
}

// The trick and the place in it of the card after so many, as in 2.1.
function placeOf(count) {
  return `${Math.floor(count / SEATS.length) + 1}.${(count % SEATS.length) + 1}`;
}

function lineOf(hand, table, step) {
  const seat = shortName(hand.setup, step.seat || table.turn || hand.dealer);
  const place = placeOf(table.plays.length);
  const cards = (step.cards || []).map(face).join(" ");
  const values = { seat, place, cards, card: face(step.card), kind: TABLES.kinds[step.kind], suit: TABLES.suitNames[step.suit || step.trump] };
  if (step.do === "up") return step.card ? say("line-up", values) : say("line-up-unknown");
  if (step.do === "call") return say("line-call", { seat, call: callWord(step.call) });
  if (step.do === "contract" && !step.maker) return say("line-no-contract");
  if (step.do === "contract") return say("line-contract", { ...values, seat: shortName(hand.setup, step.maker) });
  if (step.do === "incident") return lineOfIncident(hand, step);
  if (step.do === "claim") return say("line-claim", { by: step.by ? shortName(hand.setup, step.by) : say("somebody"), against: sideName(hand.setup, step.against) });
  if (step.do === "laydown") return say("line-laydown", { seat: shortName(hand.setup, step.by) });
  if (step.do === "note") return say("line-note", { text: step.text });
  if (step.do === "agree") return say(step.yes ? "line-agree" : "line-disagree", { team: teamName(hand.setup, step.team) });
  if (step.do === "score") return say("line-score", { NS: step.score.NS || "?", EW: step.score.EW || "?" });
  const line = say(`line-${step.do}`, values);
  return step.unnoted ? say("line-unnoted", { line }) : line;
}

function lineOfIncident({ setup }, { kind, seat, to }) {
  const line = say("line-incident", { seat: seat ? shortName(setup, seat) : "", what: TABLES.incidents[kind] }).trim();
  return to ? say("line-to", { line, to: shortName(setup, to) }) : line;
}

function callWord(call) {
  return TABLES.suitNames[call] || say(`call-${call}`);
}

function sideName(setup, side) {
  return TEAMS.includes(side) ? teamName(setup, side) : shortName(setup, side);
}

// Why a card can hardly be so, as a sentence.
function doubt(hand, seat, found) {
  return say(`doubt-${found.how}`, {
    card: spoken(found.card), who: found.seat ? shortName(hand.setup, found.seat) : "", trick: found.trick, seat: shortName(hand.setup, seat),
  });
}
