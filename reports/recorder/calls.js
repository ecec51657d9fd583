// What the calls came to: who made trumps, or whose turn it is to speak. A call that its round does not allow stands
// and counts as a pass, as the program reads it.
function callsOf(dealer, upcard, calls) {
  let round = 1;
  let spoken = new Set();
  let turn = leftOf(dealer);
  for (const { seat, call } of calls) {
    const suit = call === "play" ? (upcard ? upcard[1] : null) : call;
    const allowed = call !== "pass" && (round === 1 ? call === "play" || !upcard || suit === upcard[1] : call !== "play");
    if (allowed) return { maker: seat, trump: suit, round, turn: null, passedOut: false };
    spoken.add(seat);
    turn = nextOf(leftOf(seat), spoken);
    if (spoken.size < SEATS.length) continue;
    if (round === 2) return { maker: null, trump: null, round, turn: null, passedOut: true };
    round = 2;
    spoken = new Set();
    turn = leftOf(dealer);
  }
  return { maker: null, trump: null, round, turn, passedOut: false };
}

// The first seat clockwise from a seat, itself included, that is not among those gone; null when all are.
function nextOf(seat, gone) {
  for (let step = 0; step < SEATS.length; step += 1, seat = leftOf(seat)) if (!gone.has(seat)) return seat;
  return null;
}
