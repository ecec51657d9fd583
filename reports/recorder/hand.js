// A hand is the list of its steps, in the order in which they happened. Where it stands is always worked out from
// them, so that any number can be taken back. A seat is kept only where somebody said so; all others follow.
//
// Steps: dealing, up, call, contract, trump, card, lost, meld, show, belle, incident, claim, laydown, held, note,
// turned, end, score, agree, correct. A hand entered from the heaps has no calls: who made trumps and which suit is a step `contract`.
function stand(hand) {
  const table = {
    dealer: hand.dealer, heaps: hand.heaps, phase: hand.heaps ? "contract" : "up",
    dealing: {}, upcard: undefined, calls: [], called: null, contract: null, maker: null, trump: null, passedOut: false,
    plays: [], hands: {}, heaped: [], melds: [], belles: 0, incidents: [], claims: [], laydown: null,
    notes: [], lost: [], score: null, sheet: null, agreed: {}, turned: false, stopped: false, turn: null,
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
  if (table.maker && table.trump) return 0;
  return table.upcard !== undefined || table.calls.length || table.heaps ? "declaring" : "deal";
}

const TAKE = {
  dealing: (table, { due, cut }) => Object.assign(table, { dealing: { due, cut } }),
  up: (table, { card }) => Object.assign(table, { upcard: card }),
  call: (table, { call, seat }) => table.calls.push({ seat: seat || table.turn, call }),
  contract: (table, { maker, trump }) => Object.assign(table, { contract: { maker, trump } }),
  trump: (table, { suit }) => Object.assign(table, { contract: { maker: table.maker, trump: suit } }),
  card: (table, { card, seat }) => table.plays.push({ seat: seat || table.turn, card }),
  lost: takeLost,
  meld: (table, { seat, kind, unnoted }, at) => table.melds.push({ seat, kind, called: unnoted ? null : at }),
  show: takeShow,
  belle: (table, { seat }, at) => table.melds.push({ seat, kind: "belle", called: at }),
  incident: (table, { do: _, ...incident }, at) => table.incidents.push({ ...incident, at }),
  claim: (table, { do: _, ...claim }, at) => table.claims.push({ ...claim, at }),
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

// The four cards of a trick whose order is lost: nobody knows who played which.
function takeLost(table, { cards, seat }) {
  table.lost.push({ trick: table.plays.length / 4 + 1, cards });
  table.heaped.push(...cards);
  for (let player = seat || table.turn, count = 0; count < SEATS.length; player = leftOf(player), count += 1)
    table.plays.push({ seat: player, card: null });
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
  table.hands[seat] = [...new Set([...played, ...cards])];
}

// What follows from the steps so far: trumps, the phase, and whose turn it is.
function settle(table) {
  const { maker, trump, turn, round, passedOut } = callsOf(table.dealer, table.upcard, table.calls);
  table.maker = table.contract ? table.contract.maker : maker;
  table.trump = table.contract ? table.contract.trump : trump;
  Object.assign(table, { round, passedOut });
  table.phase = phaseOf(table);
  table.turn = { calls: turn, play: playerNext(table) }[table.phase] ?? null;
}

function phaseOf(table) {
  if (table.stopped || table.passedOut || table.plays.length >= PACK.length) return "over";
  if (table.plays.length || table.contract) return "play";
  if (table.heaps) return "contract";
  if (table.maker) return table.trump ? "play" : "trump";
  return table.upcard === undefined && !table.calls.length ? "up" : "calls";
}

// Whose card comes next: clockwise from the last player; a trick is led by the winner of the one before, the first by
// the dealer's left. Null when an unknown card leaves the winner open.
function playerNext(table) {
  const trick = table.plays.slice(table.plays.length - (table.plays.length % SEATS.length));
  if (trick.length) return nextOf(leftOf(trick.at(-1).seat), new Set(trick.map(({ seat }) => seat)));
  return table.plays.length ? winnerOf(table, table.plays.length / SEATS.length) : leftOf(table.dealer);
}

// The four plays of a trick, by its number from 1.
function trickOf(table, number) {
  return table.plays.slice(SEATS.length * (number - 1), SEATS.length * number);
}

function winnerOf(table, number) {
  const trick = trickOf(table, number);
  const place = winningPlace(trick.map(({ card }) => card), table.trump);
  return !table.trump || place === null || trick.length < SEATS.length ? null : trick[place].seat;
}

// The card points that each team's tricks hold, with the ten for the last; null while a card or trumps are not known.
function pointsSoFar(table) {
  if (!table.trump || table.plays.length < PACK.length || table.plays.some(({ card }) => !card)) return null;
  const points = Object.fromEntries(TEAMS.map((team) => [team, 0]));
  for (let number = 1; number <= HAND_SIZE; number += 1)
    points[teamOf(winnerOf(table, number))] += pointsOf(trickOf(table, number).map(({ card }) => card), table.trump);
  points[teamOf(winnerOf(table, HAND_SIZE))] += TABLES.lastTrick;
  return points;
}

// The one card of the pack that nobody has seen yet, for the last play; null when more or none are left.
function lastCard(table) {
  if (table.phase !== "play" || table.plays.length !== PACK.length - 1) return null;
  const left = PACK.filter((card) => !table.heaped.includes(card) && !table.plays.some((play) => play.card === card));
  return left.length === 1 ? left[0] : null;
}
