// Which card was seen, and with whom: a card that somebody else has shown, or that was played already, is more likely
// mistyped than true. The page asks; it never refuses.

// Every place where a card of the hand became known: {card, seat, how, trick}.
function sightings(table) {
  const found = table.plays.map(({ seat, card }, at) => ({ card, seat, how: "played", trick: Math.floor(at / 4) + 1 }));
  if (table.upcard) found.push({ card: table.upcard, seat: table.dealer, how: "turned" });
  for (const seat of SEATS) for (const card of table.hands[seat] || []) found.push({ card, seat, how: "held" });
  for (const meld of table.melds) {
    if (meld.kind !== "belle" && meld.shown !== "never")
      for (const card of meld.cards || []) found.push({ card, seat: meld.seat, how: "shown" });
  }
  for (const { kind, card, seat } of table.incidents) {
    if (TABLES.showsCard.includes(kind) && card && seat) found.push({ card, seat, how: "exposed" });
  }
  for (const card of table.heaped || []) found.push({ card, seat: null, how: "heaped" });
  return found.filter(({ card }) => card);
}

// Why a seat can hardly play, or show, a card: null when nothing speaks against it.
function conflict(table, seat, card, playing = true) {
  if (!card) return null;
  const known = sightings(table);
  const elsewhere = known.find((sight) => sight.card === card && (sight.seat !== seat || (playing && sight.how === "played")));
  if (elsewhere) return elsewhere;
  const miscounted = table.incidents.some(({ kind }) => TABLES.miscounts.includes(kind));
  const held = new Set(known.filter((sight) => sight.seat === seat).map((sight) => sight.card));
  return !held.has(card) && held.size >= (miscounted ? HAND_SIZE + 2 : HAND_SIZE) ? { card, seat, how: "full" } : null;
}
