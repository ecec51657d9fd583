// A hand is the list of its steps, in the order in which they happened. Where it stands is always worked out from
// them, so that any number can be taken back. A seat is kept only where somebody said so; all others follow.
//
// Steps: dealing, up, blind, before, call, contract, trump, out, give, card, lost, meld, show, belle, incident, claim,
// laydown, differ, found, held, note, turned, end, score, agree, correct. A hand entered from the heaps has no calls: who made trumps
// and which suit is a step `contract`.
function stand(hand) {
  const table = {
    game: gameOf(hand.setup), dealer: hand.dealer, heaps: hand.heaps, phase: null, dealing: {}, upcard: undefined,
    blind: null, before: null, said: [], contract: null, maker: null, trump: null, passedOut: false, gives: null, plays: [],
    hands: {}, dealt: {}, heaped: [], melds: [], incidents: [], claims: [], agreements: [], accounts: [], laydown: null, notes: [], lost: [], score: null, sheet: null,
    agreed: {}, turned: false, stopped: false, turn: null,
  };
  settle(table);
  for (const step of corrected(hand.steps)) {
    TAKE[step.do](table, step, momentOf(table));
    settle(table);
  }
  return table;
}

// The clock: a word before the first card and after the last trick, else how many cards have been played.
function momentOf(table) {
  if (table.score) return "scored";
  if (table.turned) return "turned";
  if (table.plays.length) return table.plays.length;
  if (table.trump) return 0;
  return table.upcard !== undefined || table.said.length || table.heaps ? "declaring" : "deal";
}

const TAKE = {
  dealing: (table, { do: _, ...dealing }) => Object.assign(table, { dealing }),
  up: (table, { card }) => Object.assign(table, { upcard: card }),
  blind: (table, { cards }) => Object.assign(table, { blind: cards }),
  before: (table, { do: _, ...before }) => Object.assign(table, { before }),
  call: (table, { seat, call, cards }, at) => tell(table, { seat: seat || table.turn, call, cards }, at),
  contract: (table, { do: _, upcard, ...contract }) => Object.assign(table, { contract, upcard: upcard || table.upcard }),
  trump: (table, { suit, seat, alone }, at) =>
    table.game.bidding
      ? tell(table, { seat: seat || table.turn || table.maker, call: "trump", trump: suit, alone: alone || null }, at)
      : Object.assign(table, { contract: { maker: table.maker, trump: suit } }),
  out: (table, { seat }, at) => tell(table, { seat, call: "out" }, at),
  give: takeGive,
  card: (table, { card, seat, named }) => table.plays.push({ seat: seat || table.turn, card, ...(named ? { named } : {}) }),
  lost: takeLost,
  meld: (table, { seat, kind, unnoted }, at) => table.melds.push({ seat, kind, called: unnoted ? null : at }),
  show: takeShow,
  belle: (table, { seat }, at) => table.melds.push({ seat, kind: "belle", called: at }),
  incident: (table, { do: _, clock, ...incident }, at) => table.incidents.push({ ...incident, at: clock ?? at }),
  claim: (table, { do: _, ...claim }, at) => table.claims.push({ ...claim, at }),
  agreed: (table, { do: _, ...agreed }, at) => table.agreements.push({ ...agreed, at }),
  differ: (table, { do: _, ...differ }) => table.accounts.push(differ),
  found: (table, { do: _, account, ...found }) => Object.assign(table.accounts[account], { found }),
  laydown: (table, { do: _, ...laydown }, at) => Object.assign(table, { laydown: { ...laydown, at } }),
  held: takeHeld,
  note: (table, { text }, at) => table.notes.push({ at, text }),
  turned: (table) => Object.assign(table, { turned: true }),
  end: (table) => Object.assign(table, { stopped: true }),
  // Whoever agreed did so to the score before.
  score: (table, { score, sheet }) => Object.assign(table, { score, sheet, agreed: {} }),
  agree: (table, { team, yes }) => Object.assign(table.agreed, { [team]: yes }),
  // The card stands corrected where it was played.
  correct: () => {},
};

// Something said: its clock stands with it where a card had fallen already.
function tell(table, said, at) {
  table.said.push(compact({ ...said, at: clockOf(at) > 0 ? at : null }));
}

// The cards of a trick whose order is lost: nobody knows who played which.
function takeLost(table, { cards, seat }) {
  table.lost.push({ trick: trickNow(table), cards });
  table.heaped.push(...cards);
  const out = new Set(table.out);
  for (let player = seat || table.turn, count = 0; count < table.width; count += 1) {
    table.plays.push({ seat: player, card: null });
    player = nextOf(table.game, leftOf(table.game, player), out);
  }
}

// Cards that change hands; where nobody gives, none did. A hand that was opened before is changed with them.
function takeGive(table, { from, to, cards }) {
  table.gives = table.gives || [];
  if (!from) return;
  table.gives.push({ from, to, cards });
  if (table.hands[from]) table.hands[from] = without(table.hands[from], cards);
  if (table.hands[to]) table.hands[to] = [...table.hands[to], ...cards.filter(Boolean)];
}

// A list without some cards, each taken out once.
function without(cards, gone) {
  const left = [...cards];
  for (const card of gone) if (left.includes(card)) left.splice(left.indexOf(card), 1);
  return left;
}

// What is shown belongs to the first call of its seat that nothing was shown for; else it was never called, unless
// nobody noted that. A moment that nobody noted is null.
function takeShow(table, { seat, kind, cards, unnoted, uncalled }, at) {
  const meld = table.melds.find((meld) => meld.seat === seat && meld.kind !== "belle" && !meld.cards);
  const showed = unnoted ? null : at;
  if (meld) Object.assign(meld, { cards, showed });
  else table.melds.push({ seat, kind, called: uncalled ? null : "never", cards, showed });
}

// A hand that was opened: what the seat has played, and the cards it still holds.
function takeHeld(table, { seat, cards }) {
  const played = table.plays.filter((play) => play.seat === seat && play.card).map((play) => play.card);
  table.hands[seat] = table.game.copies > 1 ? [...played, ...cards] : [...new Set([...played, ...cards])];
  table.dealt[seat] = dealtTo(table, seat, table.hands[seat]);
}

// What follows from the steps so far: trumps, who plays, the tricks, the phase, and whose turn it is.
function settle(table) {
  const { game, said, contract } = table;
  const made = callsOf(game, table.dealer, table.upcard, said.filter(({ call }) => !ASIDE.includes(call)));
  const namings = made.turn ? [] : said.filter(({ call }) => call === "trump");
  const own = namings.find(({ seat }) => seat === made.maker);
  table.made = made;
  table.maker = contract ? contract.maker : made.maker || namings[0]?.seat || null;
  table.trump = contract ? contract.trump : own?.trump || made.trump || namings[0]?.trump || null;
  table.passedOut = made.passedOut;
  table.out = seatsOut(game.seats, said.length ? said : null, contract);
  table.width = Math.max(1, game.seats.length - table.out.length);
  table.tricks = tricksOf(table.plays, table.out, table.width);
  table.phase = phaseOf(table);
  table.turn = { calls: made.turn, trump: game.bidding && table.maker, play: playerNext(table) }[table.phase] ?? null;
}

function phaseOf(table) {
  const { game, made } = table;
  if (table.stopped || table.passedOut || fallen(table) >= game.each * table.width || othersLeft(table)) return "over";
  if (table.plays.length || table.contract) return "play";
  if (table.heaps) return "contract";
  if (game.upcard && table.upcard === undefined && !table.said.length) return "up";
  if (made.turn) return "calls";
  return table.trump ? "play" : "trump";
}

// How many cards have fallen that belong to tricks.
function fallen({ tricks }) {
  return tricks.reduce((sum, trick) => sum + trick.length, 0);
}

// Whether every other side than the bidder's has left the hand before the first card.
function othersLeft({ game, maker, plays, said }) {
  if (!maker || plays.length) return false;
  const gone = new Set(said.filter(({ call }) => call === "out").map(({ seat }) => sideOf(game, seat)));
  return game.sides.every((side) => side === sideOf(game, maker) || gone.has(side));
}

// Whose card comes next: clockwise from the last player, past those who are out; a trick is led by the winner of the
// one before. Null when an unknown card leaves the winner open.
function playerNext(table) {
  const trick = table.tricks.at(-1);
  if (!trick?.length) return leaderOf(table);
  if (trick.length === table.width) return winnerOf(table, table.tricks.length);
  return nextOf(table.game, leftOf(table.game, trick.at(-1).seat), new Set([...trick.map(({ seat }) => seat), ...table.out]));
}

// Who leads to the first trick, as the game has it with trumps and without; where nobody bid, the dealer's left.
function leaderOf({ game, maker, trump, dealer, out }) {
  const [suited, bare] = maker ? game.leads : ["dealer_left", "dealer_left"];
  if (!trump && suited !== bare) return null;
  const from = {
    dealer_left: () => leftOf(game, dealer), bidder: () => maker,
    bidder_right: () => game.seats.at(game.seats.indexOf(maker) - 1),
  }[SUITS.includes(trump) ? suited : bare]();
  return nextOf(game, from, new Set(out));
}

// The number of the trick that the next card belongs to, and how many cards lie in it.
function trickNow({ tricks, width }) {
  return tricks.length + Number(!tricks.length || tricks.at(-1).length === width);
}

function inTrick({ tricks, width }) {
  return (tricks.at(-1)?.length || 0) % width;
}

// The number of the trick during which a card fell.
function trickAt({ plays, out, width }, at) {
  return startsOf(plays, out, width).filter((start) => start <= at).length;
}

function winnerOf(table, number) {
  const trick = table.tricks[number - 1];
  const place = winningPlace(table.game, trick.map(({ card }) => card), table.trump);
  return !table.trump || place === null || trick.length < table.width ? null : trick[place].seat;
}

// What each side's tricks count; null while a card or trumps are not known.
function countedSoFar(table) {
  const { game, trump } = table;
  if (!trump || fallen(table) < game.each * table.width || table.tricks.flat().some(({ card }) => !card)) return null;
  const points = Object.fromEntries(game.sides.map((side) => [side, 0]));
  table.tricks.forEach((trick, place) => {
    points[sideOf(game, winnerOf(table, place + 1))] += pointsOf(game, trick.map(({ card }) => card), trump);
  });
  points[sideOf(game, winnerOf(table, table.tricks.length))] += game.last || 0;
  return points;
}

// The one card of the pack that nobody has seen yet, for the last play; null when more or none are left.
function lastCard(table) {
  const { game, phase, plays } = table;
  if (phase !== "play" || game.each * table.width !== game.size || fallen(table) !== game.size - 1) return null;
  const seen = (card) => table.heaped.filter((one) => one === card).length + plays.filter((play) => play.card === card).length;
  const left = game.faces.flatMap((card) => Array(Math.max(0, game.copies - seen(card))).fill(card));
  return left.length === 1 ? left[0] : null;
}
