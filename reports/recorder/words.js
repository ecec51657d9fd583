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

// A side by its name, else by its seats: North-South.
function teamName(setup, side) {
  if (setup.teams[side]) return isolated(setup.teams[side]);
  const { seats, sides } = gameOf(setup);
  return seats.includes(side) ? shortName(setup, side) : sideWords(seats.filter((_, place) => place % 2 === sides.indexOf(side)));
}

// A side where there is little room: where each plays for himself, by his number.
function headName(setup, side) {
  return gameOf(setup).seats.includes(side) && !setup.players[side] && side.length > 1 ? side : teamName(setup, side);
}

function sideWords(seats) {
  return seats.every((seat) => COMPASS.includes(seat))
    ? seats.map((seat) => TABLES.seatNames[seat]).join("-")
    : say("players", { numbers: seats.map((seat) => seat.slice(1)).join("-") });
}

// The next thing to do, in one line.
function promptOf(hand, table, actor) {
  const { game, made, phase } = table;
  const seat = actor && shortName(hand.setup, actor);
  const next = {
    seat, trick: trickNow(table), dealer: shortName(hand.setup, hand.dealer), tricks: say(`number-${game.each}`),
    card: table.upcard ? say("on-card", { card: face(table.upcard) }) : "", least: made.least,
  };
  if (phase === "up") return say("prompt-up", next);
  if (phase === "calls" && game.bidding) return say(made.least > 1 ? "prompt-bid-least" : "prompt-bid", next);
  if (phase === "calls") return say(made.round === 1 ? "prompt-call" : "prompt-call-again", next);
  if (phase === "contract") return say("prompt-contract");
  if (phase === "trump" && game.bidding) return say(seat ? "prompt-name" : "prompt-name-joker", next);
  if (phase === "trump") return say("prompt-trump");
  if (phase === "play") return promptOfPlay(table, actor, next);
  const won = table.score && winnerNow(hand);
  if (won) return say("prompt-won", { team: headName(hand.setup, won) });
  if (table.score) return say("prompt-scored");
  if (table.passedOut) return say(game.bidding ? "prompt-nobody-bid" : "prompt-passed-out");
  return say(fallen(table) >= game.each * table.width ? "prompt-score" : "prompt-stopped", next);
}

function promptOfPlay(table, actor, next) {
  if (!actor) return say("prompt-who-leads", next);
  if (lastCard(table)) return say("prompt-last", { ...next, card: face(lastCard(table)) });
  const meld = table.melds.find((meld) => meld.seat === actor && meld.kind !== "belle" && !meld.cards);
  const own = table.plays.filter((play) => play.seat === actor).length;
  if (meld && own === 1) return say("prompt-show", { ...next, kind: TABLES.kinds[meld.kind] });
  return say(inTrick(table) ? "prompt-card" : "prompt-lead", next);
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

// The trick of the next card and its place there, as in 2.1.
function placeOf(table) {
  return `${trickNow(table)}.${inTrick(table) + 1}`;
}

function lineOf(hand, table, step) {
  const name = (seat) => (seat ? shortName(hand.setup, seat) : "");
  const seat = name(step.seat || table.turn || table.maker || hand.dealer);
  const cards = (step.cards || []).map(face).join(" ");
  const values = {
    seat, place: placeOf(table), cards, card: face(step.card), kind: TABLES.kinds[step.kind], suit: strainName(step.suit || step.trump),
    from: name(step.from), to: name(step.to), bid: step.tricks && contractBid(step),
  };
  if (step.do === "up") return step.card ? say("line-up", values) : say("line-up-unknown");
  if (step.do === "call") return say("line-call", { seat, call: [callWord(step.call), cards].filter(Boolean).join(" ") });
  if (step.do === "contract" && !step.maker) return say("line-no-contract");
  if (step.do === "contract") return say(step.tricks ? "line-bid-contract" : "line-contract", { ...values, seat: name(step.maker) });
  if (step.do === "trump" && table.game.bidding) return say(step.alone ? "line-named-alone" : "line-named", values);
  if (step.do === "give" && !step.from) return say("line-give-none");
  if (step.do === "before") return say("line-before", { scores: scoresOf(hand, step.before || {}) });
  if (step.do === "card" && step.named) return say("line-joker", { ...values, suit: TABLES.suitNames[step.named] });
  if (step.do === "incident") return lineOfIncident(hand, step);
  if (step.do === "claim") return say("line-claim", { by: name(step.by) || say("somebody"), against: sideName(hand.setup, step.against) });
  if (step.do === "agreed") return say(`line-agreed-${step.what}`);
  if (step.do === "laydown") return say("line-laydown", { seat: shortName(hand.setup, step.by) });
  if (step.do === "differ") return say("line-differ", { line: step.about });
  if (step.do === "found") {
    const told = accountsOf(table)[step.account].versions[step.version - 1].told_by.map(name);
    return say("line-found", { ...step, who: told.join(" + ") });
  }
  if (step.do === "note") return say("line-note", { text: step.text });
  if (step.do === "agree") return say(step.yes ? "line-agree" : "line-disagree", { team: teamName(hand.setup, step.team) });
  if (step.do === "score") return say("line-score", { scores: scoresOf(hand, step.score) });
  const line = say(`line-${step.do}`, values);
  return step.unnoted ? say("line-unnoted", { line }) : line;
}

function lineOfIncident({ setup }, { kind, seat, to, by_other: other }) {
  const line = say("line-incident", { seat: other || (seat ? shortName(setup, seat) : ""), what: TABLES.incidents[kind] }).trim();
  return to ? say("line-to", { line, to: shortName(setup, to) }) : line;
}

// What each side has, in the order of the table: 93 to 109.
function scoresOf({ setup }, score) {
  return gameOf(setup).sides.map((side) => score[side] ?? "?").join(say("score-to"));
}

function callWord(call) {
  return TABLES.suitNames[call] || (/^\d/.test(call) ? call.replace("HC", " HC") : say(`call-${call}`));
}

function strainName(strain) {
  return strain && (TABLES.suitNames[strain] || say(`strain-${strain}`));
}

function contractBid({ tricks, kind }) {
  return ["bid", "hc"].includes(kind) ? callWord(`${tricks}${kind === "hc" ? "HC" : ""}`) : callWord(kind);
}

function sideName(setup, side) {
  return gameOf(setup).sides.includes(side) ? teamName(setup, side) : shortName(setup, side);
}

// Why a card can hardly be so, as a sentence.
function doubt(hand, seat, found) {
  return say(`doubt-${found.how}`, {
    card: spoken(found.card), who: found.seat ? shortName(hand.setup, found.seat) : "", trick: found.trick, seat: shortName(hand.setup, seat),
  });
}
