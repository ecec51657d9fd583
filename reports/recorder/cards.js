// The words of the table: seats clockwise, teams, and cards as rank and suit, as in TH for the ten of hearts.
const SEATS = TABLES.seats;
const TEAMS = TABLES.teams;
const SUITS = TABLES.suits;
const RANKS = TABLES.ranks;
const HAND_SIZE = 6;
const PACK = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));

function leftOf(seat) {
  return SEATS[(SEATS.indexOf(seat) + 1) % SEATS.length];
}

function teamOf(seat) {
  return TEAMS[SEATS.indexOf(seat) % TEAMS.length];
}

// A card as people write it, 10♥; a question mark for one that is not known.
function face(card) {
  return card ? (card[0] === "T" ? "10" : card[0]) + TABLES.suitSigns[card[1]] : "?";
}

// A card in words, for the ear.
function spoken(card) {
  return card ? say("spoken", { rank: TABLES.rankNames[card[0]], suit: TABLES.suitNames[card[1]] }) : say("unknown");
}
