// The keyboard: a key does what the button that shows it does.
const PLAY_KEYS = { m: "meld", w: "show", b: "belle", r: "claim", e: "exposed", l: "look", i: "incident", n: "note", g: "laydown", v: "held" };
// Bids that are words.
const BID_KEYS = { small_pepper: "s", big_pepper: "b", pepper: "h", loner: "a", pfeffer: "h" };
const KEYS = {
  up: { ...PLAY_KEYS, f: "end" },
  calls: { ...PLAY_KEYS, f: "end", u: "contract" },
  trump: PLAY_KEYS,
  contract: { ...PLAY_KEYS, u: "contract", enter: "contract" },
  play: { ...PLAY_KEYS, f: "end" },
  over: { ...PLAY_KEYS, t: "turned", y: "next", "+": "game" },
};
const ALWAYS = { backspace: "undo", z: "redo", x: "other" };

// Takes a key for the hand; whether it meant anything.
function press(key) {
  const table = tableNow();
  const small = key.toLowerCase();
  if (naming && seatOfKey(key)) return did(() => nameSeat(seatOfKey(key)));
  naming = false;
  if (table.phase === "over" && overKey(table, key)) return true;
  if (table.phase === "up" || table.phase === "play") {
    const cards = spelling.feed(key);
    if (cards) return did(() => { cards.forEach(enterCard); draw(); });
  }
  if (small === "backspace" && spelling.rank) return did(() => { spelling.clear(); draw(); });
  if (key.length > 1 && !["enter", "backspace"].includes(small)) return false;
  const meant = spelling.flush();
  if (meant.length) {
    meant.forEach(enterCard);
    if (panel || small === "enter") return true;
  }
  return byPhase(tableNow(), key, small);
}

// The seat that a key means: its letter, or its number.
function seatOfKey(key) {
  return gameNow().seats.find((seat) => [seat, seat.slice(1)].includes(key.toUpperCase()));
}

function did(deed) {
  deed();
  return true;
}

function byPhase(table, key, small) {
  const { phase } = table;
  if ((phase === "up" || phase === "play") && key === "?") return did(() => enterCard(null));
  if (phase === "up" && small === "enter") return did(() => enterCard(null));
  if (phase === "play" && small === "enter" && lastCard(table)) return did(() => enterCard(lastCard(table)));
  if (phase === "play" && small === "o" && table.heaps && inTrick(table) === 0) return did(DEEDS.lost);
  if (phase === "calls" && small === "p") return did(() => enterCall("pass"));
  const bid = phase === "calls" && table.game.bidding?.bids.find(([word]) => [BID_KEYS[word], word].includes(small === "0" ? "10" : small));
  if (bid) return did(() => enterCall(bid[0]));
  if (phase === "calls" && !table.game.bidding && (small === "y" || (small === "enter" && table.round === 1))) return did(() => enterCall("play"));
  if ((phase === "trump" || (phase === "calls" && !table.game.bidding)) && small in SUIT_KEYS) return did(() => enterCall(SUIT_KEYS[small]));
  const deed = KEYS[phase][small] || ALWAYS[small];
  const known = deed && (!Object.values(PLAY_KEYS).includes(deed) || byId("moments").querySelector(`[data-do=${deed}]`));
  return known ? did(DEEDS[deed]) : false;
}

// At the score, digits and dashes go into its first field at once; Enter goes there too, and on to the next hand.
function overKey(table, key) {
  const field = scoreField(`score-${table.game.sides[0]}`);
  if (/^[\d-]$/.test(key) && !table.score) {
    field.focus();
    field.value = key;
    keepTyped();
    return true;
  }
  if (key !== "Enter") return false;
  if (table.score && winnerNow(currentHand(night))) DEEDS.game();
  else if (table.score || table.passedOut) DEEDS.next();
  else field.select();
  return true;
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !night || byId("hand").hidden || byId("receive").open) return;
  if (panel) return keyInPanel(event);
  const { target, key } = event;
  const field = target.closest("input, textarea, select, form#setup");
  // A dialog that has just closed may hold the focus for a moment more: its fields take no keys then.
  if (field && field.type !== "checkbox" && field.checkVisibility()) {
    if (key === "Escape") target.blur();
    return;
  }
  if ((key === "Enter" || key === " ") && target.closest("button, a, summary, input")) return;
  if (press(key)) event.preventDefault();
}
