// Who won the trick: the one rule of play that this page knows. The orders come from the program, and vectors that
// the program writes hold the two together.
const STANDING = new Map();

// Where each card stands under what is named: its suit, its place there, and what it is worth. The cards of the first
// suit win over all others.
function standingUnder(game, strain) {
  const key = `${game.order} ${strain}`;
  if (!STANDING.has(key)) {
    const { suits, worth } = TABLES.orders[game.order];
    const points = worth ? [...worth[strain]] : [];
    const cards = suits[strain].flatMap((text, suit) => (text.match(/../g) || []).map((card, place) => [card, suit, place]));
    STANDING.set(key, new Map(cards.map(([card, ...stands]) => [card, [...stands, worth ? points.shift() : 0]])));
  }
  return STANDING.get(key);
}

// Of two equal cards the first stays the better one.
function beats(game, card, other, strain) {
  const [[suit, place], [otherSuit, otherPlace]] = [card, other].map((one) => standingUnder(game, strain).get(one));
  return suit === otherSuit ? place < otherPlace : suit === 0;
}

// The place of the card that is winning, from 0; null when a card is not known, for it might have won.
function winningPlace(game, cards, strain) {
  if (!cards.length || cards.includes(null)) return null;
  return cards.reduce((best, card, place) => (beats(game, card, cards[best], strain) ? place : best), 0);
}

// What the cards of a trick count: their points, or one for the trick; null when a card is not known.
function pointsOf(game, cards, strain) {
  if (cards.includes(null)) return null;
  return TABLES.orders[game.order].worth ? cards.reduce((sum, card) => sum + standingUnder(game, strain).get(card)[2], 0) : 1;
}
