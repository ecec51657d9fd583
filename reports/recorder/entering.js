// What the user does becomes a step, and every step is kept. Nothing is refused; what looks like a slip is asked about.
let night = null;
// The seat that acts although it is not its turn, and whether one is just being named.
let other = null;
let naming = false;
// Whether the next naming of trumps says that the bidder plays alone.
let lone = false;

function gameNow() {
  return gameOf(currentHand(night).setup);
}

// The suit that a rank alone takes: the one led.
const spelling = new Spelling(() => gameNow().faces, () => {
  const table = tableNow();
  const [led] = inTrick(table) ? table.tricks.at(-1) : [];
  return led ? suitOn(led.card) || led.named || null : null;
});

function enter(step, words = "") {
  const hand = currentHand(night);
  if (hand.record) return notice(say("as-read", { ids: hand.id }));
  take(hand, step);
  after(words);
  // Whoever rules on hands may get ready.
  return step.do === "claim" && dispatchEvent(new Event("claimed"));
}

// After any change: keep it, say what there is to say, draw.
function after(words = "") {
  other = null;
  naming = false;
  lone = false;
  show(byId("unkept"), !keep(night));
  notice(words);
  draw();
}

function enterCard(card) {
  const table = stand(currentHand(night));
  if (table.phase === "up") return enter({ do: "up", card });
  const seat = actorOf(table);
  if (!seat) return notice(say("who-first"));
  if (card === JOKER && !inTrick(table) && !SUITS.includes(table.trump)) return askNamed(table, seat);
  const step = seat === table.turn ? { do: "card", card } : { do: "card", card, seat };
  const late = table.turn && seat !== table.turn ? say("out-of-turn", { seat: shortName(currentHand(night).setup, seat) }) : "";
  const found = conflict(table, seat, card);
  if (!found) return enter(step, late);
  spelling.clear();
  return ask(doubt(currentHand(night), seat, found), { yes: say("mistyped"), anyway: say("anyway") }, () => enter(step, say("stands-twice")));
}

// A joker led without trumps: the suit that is named with it, if any, is said with the card.
function askNamed(table, seat) {
  openPanel("named");
  panel.card = seat === table.turn ? { do: "card", card: JOKER } : { do: "card", card: JOKER, seat };
}

function enterCall(call) {
  const table = stand(currentHand(night));
  if (table.phase === "trump" && !table.game.bidding) return enter({ do: "trump", suit: call });
  if (table.phase === "trump" && !actorOf(table)) return notice(say("who-names"));
  const who = actorOf(table) === table.turn ? {} : { seat: actorOf(table) };
  if (table.phase === "trump") return enter({ do: "trump", suit: call, alone: lone, ...who });
  const step = { do: "call", call, ...who };
  enter(step);
  const { made, phase } = tableNow();
  const took = table.game.bidding ? made.best > table.made.best : phase !== "calls";
  if (call !== "pass" && !took && !made.passedOut) notice(say(table.game.bidding ? "bid-counts-as-pass" : "counts-as-pass"));
  return null;
}

function enterBelle() {
  const table = stand(currentHand(night));
  const last = table.plays.at(-1);
  const belle = ({ card }) => table.trump && ["K", "Q"].some((rank) => rank + table.trump === card);
  // Before a king or queen of trumps has fallen nothing tells whose it is.
  if (!other && !table.plays.some(belle)) return openPanel("belle");
  const seat = !other && belle(last) ? last.seat : actorOf(table) || last.seat;
  return enter({ do: "belle", seat });
}

// A seat was tapped or named: the dealer before the deal, else who acts next.
function nameSeat(seat) {
  const hand = currentHand(night);
  const { phase, turn } = stand(hand);
  naming = false;
  if (phase === "up" && !hand.steps.length) {
    if (!hand.record) hand.dealer = seat;
    return after();
  }
  if (phase === "contract") return openPanel("contract", { seat });
  other = seat === turn || seat === other ? null : seat;
  return draw();
}

function takeBack(count) {
  const hand = currentHand(night);
  spelling.clear();
  if (hand.record) return notice(say("as-read", { ids: hand.id }));
  undo(hand, count);
  return after();
}
