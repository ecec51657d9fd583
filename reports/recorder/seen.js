// Which card was seen, and with whom: a card that somebody else has shown, or that was played already, is more likely
// mistyped than true. The page asks; it never refuses.

// Every place where a card of the hand became known: {card, seat, how, trick}; no seat where it is nobody's.
function sightings(table) {
  const { game } = table;
  const found = table.plays.map(({ card, seat }, at) => ({ card, seat, how: "played", trick: trickAt(table, at) }));
  const add = (cards, where) => { for (const card of cards || []) found.push({ card, ...where }); };
  if (table.upcard) add([table.upcard], game.upcard === "dealer" ? { seat: table.dealer, how: "turned" } : { seat: null, how: "aside" });
  for (const seat of game.seats) add(table.hands[seat], { seat, how: "held" });
  for (const { kind, shown, cards, seat } of table.melds || []) {
    if (kind !== "belle" && shown !== "never") add(cards, { seat, how: "shown" });
  }
  for (const { kind, card, seat } of table.incidents) {
    if (TABLES.showsCard.includes(kind) && seat) add([card], { seat, how: "exposed" });
  }
  // What was laid down lay on the table.
  if (table.laydown) add(table.laydown.order, { seat: table.laydown.by, how: "held" });
  for (const { to, cards } of table.gives || []) add(cards, { seat: to, how: "given" });
  add(table.heaped, { seat: null, how: "heaped" });
  return found.filter(({ card }) => card);
}

// Why a seat can hardly play, or show, a card: null when nothing speaks against it.
function conflict(table, seat, card, playing = true) {
  if (!card) return null;
  const { game } = table;
  const known = sightings(table);
  const elsewhere = known.filter((sight) => sight.card === card && (sight.seat !== seat || (playing && sight.how === "played")));
  if (elsewhere.length && copiesOf(elsewhere, table) >= (card === JOKER ? 1 : game.copies)) return elsewhere[0];
  const miscounted = table.incidents.some(({ kind }) => TABLES.miscounts.includes(kind));
  const held = game.faces.map((one) => copiesOf(known.filter((sight) => sight.seat === seat && sight.card === one), table));
  const count = held.reduce((sum, one) => sum + one, 0);
  const gone = (table.gives || []).some(({ from, to }) => from === seat || to === seat);
  const fits = gone || held[game.faces.indexOf(card)] || count < (miscounted ? game.each + 2 : game.each);
  return fits ? null : { card, seat, how: "full" };
}

// How many cards some sightings of one face need: of a seat one is perhaps seen in several ways, but once in each.
function copiesOf(sights, { game }) {
  return [...game.seats, null].reduce((sum, seat) => {
    const ways = {};
    for (const { how } of sights.filter((sight) => sight.seat === seat)) ways[how] = (ways[how] || 0) + 1;
    return sum + Math.max(0, ...Object.values(ways));
  }, 0);
}
