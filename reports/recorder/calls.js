// What the calls came to: who made trumps and what he bid, or whose turn it is to speak. A call that its moment does
// not allow stands and counts as a pass, as the program reads it.
function callsOf(game, dealer, upcard, calls) {
  return game.bidding ? biddingOf(game, dealer, upcard, calls) : turnedOf(game, dealer, upcard, calls);
}

// The turned card is played, or in a second round a suit is named.
function turnedOf(game, dealer, upcard, calls) {
  let round = 1;
  let spoken = new Set();
  let turn = leftOf(game, dealer);
  for (const { seat, call } of calls) {
    const suit = call === "play" ? suitOn(upcard) || null : call;
    const allowed = call !== "pass" && (round === 1 ? call === "play" || !upcard || suit === upcard[1] : call !== "play");
    if (allowed) return { maker: seat, trump: suit, round, turn: null, passedOut: false };
    spoken.add(seat);
    turn = nextOf(game, leftOf(game, seat), spoken);
    if (spoken.size < game.seats.length) continue;
    if (round === 2) return { maker: null, trump: null, round, turn: null, passedOut: true };
    round = 2;
    spoken = new Set();
    turn = leftOf(game, dealer);
  }
  return { maker: null, trump: null, round, turn, passedOut: false };
}

// Each speaks once and bids higher than all before. What is named by a bid itself is known with it.
function biddingOf(game, dealer, upcard, calls) {
  const { ends, forced } = game.bidding;
  const came = { maker: null, trump: null, turn: null, passedOut: false, best: -1, kind: null };
  if (game.turned && suitOn(upcard) === game.turned) return { ...came, trump: game.turned };
  const spoken = new Set();
  let last = dealer;
  let over = false;
  let others = false;
  for (const { seat, call } of calls) {
    last = seat;
    if (over || spoken.has(seat)) continue;
    const height = heightOf(game, call, seat === dealer ? dealersLeast(game, spoken, came) : 0);
    spoken.add(seat);
    others ||= seat !== dealer && height >= 0;
    if (height <= came.best) continue;
    Object.assign(came, { maker: seat, best: height, ...undertaken(game, height) });
    over = call === ends;
  }
  if (!over && spoken.size < game.seats.length) {
    const turn = nextOf(game, leftOf(game, last), spoken);
    return { ...came, turn, least: turn === dealer ? dealersLeast(game, spoken, came) : 0 };
  }
  // A dealer who bids the least number after all others passed had to bid it.
  came.forced = !others && came.kind === "bid" && came.tricks === forced;
  return came.maker ? { ...came, trump: (game.named || {})[came.kind] || null } : silent(game, dealer, came);
}

// How high a bid stands; -1 for a pass, and for a number below the least that is open to the speaker.
function heightOf(game, call, least) {
  const height = game.bidding.bids.findIndex(([word]) => word === call);
  return Number.parseInt(call, 10) < least ? -1 : height;
}

// What is open to the dealer hangs on whether he has to bid because nobody else did.
function dealersLeast({ bidding, seats }, spoken, { best }) {
  return bidding.forced && best < 0 && spoken.size === seats.length - 1 ? bidding.stuck : bidding.dealer;
}

function undertaken(game, height) {
  const [word, kind] = game.bidding.bids[height];
  return { tricks: Number.parseInt(word, 10) || game.each, kind };
}

// Nobody bid: the dealer has it at his number, or it is played without trumps, or the joker's holder names them.
function silent({ bidding }, dealer, came) {
  if (bidding.forced) return { ...came, maker: dealer, tricks: bidding.forced, kind: "bid", forced: true };
  if (bidding.silence === "joker") return came;
  return bidding.silence ? { ...came, trump: bidding.silence } : { ...came, passedOut: true };
}

// The first seat clockwise from a seat, itself included, that is not among those gone; null when all are.
function nextOf(game, seat, gone) {
  for (const _ of game.seats) {
    if (!gone.has(seat)) return seat;
    seat = leftOf(game, seat);
  }
  return null;
}
