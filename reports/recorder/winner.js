// Who won the trick: the one rule of play that this page knows. The orders come from the program, and vectors that
// the program writes hold the two together.
function orderIn(suit, trump) {
  return suit === trump ? TABLES.trumpOrder : TABLES.plainOrder;
}

function strength(card, trump) {
  return orderIn(card[1], trump).findIndex(([rank]) => rank === card[0]);
}

function beats(card, other, trump) {
  if (card[1] !== other[1]) return card[1] === trump;
  return strength(card, trump) < strength(other, trump);
}

// The place of the card that is winning, from 0; null when a card is not known, for it might have won.
function winningPlace(cards, trump) {
  if (!cards.length || cards.includes(null)) return null;
  return cards.reduce((best, card, place) => (beats(card, cards[best], trump) ? place : best), 0);
}

// The card points of a trick; null when a card is not known.
function pointsOf(cards, trump) {
  if (cards.includes(null)) return null;
  return cards.reduce((sum, card) => sum + orderIn(card[1], trump)[strength(card, trump)][1], 0);
}
