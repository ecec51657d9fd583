// The game that a set-up plays: what the program says of it, who sits there, and its cards as rank and suit, as in TH
// for the ten of hearts. The joker is JK.
const SUITS = TABLES.suits;
const JOKER = "JK";
const GAMES = new Map();

function gameOf({ ruleset, seats = 4 }) {
  const facts = factsOf(ruleset);
  const players = seats in facts.tables ? seats : 4;
  const key = `${ruleset} ${players}`;
  if (!GAMES.has(key)) GAMES.set(key, laidOut(facts, players));
  return GAMES.get(key);
}

// What a format says, what most of its games have, and what this one has of its own.
function factsOf(ruleset) {
  const own = TABLES.games[TABLES.rulesets[ruleset].game];
  return { ...TABLES.formats[own.format], ...TABLES.usual[own.format], ...own };
}

function laidOut(facts, players) {
  const { pack, each, told } = facts.tables[players];
  const { ranks, copies, joker } = TABLES.packs[pack];
  const seats = TABLES.seatings[players];
  const sides = facts.alone ? seats : [0, 1].map((first) => seats.filter((_, place) => place % 2 === first).join(""));
  const faces = [...SUITS.flatMap((suit) => [...ranks].map((rank) => rank + suit)), ...(joker ? [JOKER] : [])];
  const size = SUITS.length * ranks.length * copies + Number(joker);
  // No more tricks can be bid than there are cards in a hand.
  const bids = facts.bidding?.bids.map(bidOf).filter(([word]) => !(Number.parseInt(word, 10) > each));
  const bidding = bids && { ...facts.bidding, bids };
  const [infractions, incidents] = ["infractions", "incidents"].map((names) => facts[names].map((number) => Object.keys(TABLES[names])[number]));
  return { special: [], ...facts, infractions, incidents, bidding, pack, each, told, ranks: [...ranks], copies, seats, sides, faces, size };
}

// A bid with its kind, where neither a number nor a word tells it.
function bidOf(bid) {
  return Array.isArray(bid) ? bid : [bid, Number(bid) ? "bid" : bid];
}

function leftOf({ seats }, seat) {
  return seats[(seats.indexOf(seat) + 1) % seats.length];
}

function sideOf({ seats, sides }, seat) {
  return sides[seats.indexOf(seat) % sides.length];
}

// The suit that is printed on a card; a joker has none.
function suitOn(card) {
  return card && card !== JOKER ? card[1] : "";
}

// A card as people write it, 10♥; a question mark for one that is not known.
function face(card) {
  if (card === JOKER) return say("joker-face");
  return card ? (card[0] === "T" ? "10" : card[0]) + TABLES.suitSigns[card[1]] : "?";
}

// A card in words, for the ear.
function spoken(card) {
  if (card === JOKER) return say("joker");
  return card ? say("spoken", { rank: TABLES.rankNames[card[0]], suit: TABLES.suitNames[card[1]] }) : say("unknown");
}
