// Who plays no card, and which cards make a trick. It follows from what was said, whatever the rules make of it.
const EARLY = { deal: -2, declaring: -1, turned: 97, scored: 98 };
// What is said beside the calls that take a turn.
const ASIDE = [...TABLES.noTurn, "trump", "out"];

// A clock as a number.
function clockOf(at) {
  return EARLY[at] ?? at ?? -1;
}

// The seats that dropped out before the first card, and the partners of somebody who plays alone. A contract stands
// for what was not noted.
function seatsOut(seats, said, contract) {
  const told = said || (contract ? [{ seat: contract.maker, call: contract.kind || "bid", alone: contract.alone }] : []);
  const gone = told.filter(({ call, at }) => call === "out" && clockOf(at) <= 0).map(({ seat }) => seat);
  return seats.filter((seat) => gone.includes(seat) || partnersOf(seats, lonePlayer(told)).includes(seat));
}

function partnersOf(seats, seat) {
  const place = seats.indexOf(seat);
  if (place < 0 || seats.length % 2) return [];
  return seats.filter((other, at) => other !== seat && at % 2 === place % 2);
}

// Who said so when he named trumps, else whose bid says so; nobody where that bid was passed over.
function lonePlayer(told) {
  const named = told.filter(({ call }) => call === "trump").map(({ seat }) => seat);
  const bid = told.findLast(({ call, seat }) => TABLES.withoutPartner.includes(call) && (!named.length || named.includes(seat)));
  return (told.find(({ alone }) => alone) || bid || {}).seat;
}

// The clocks at which tricks begin: a card of somebody who is out belongs to none.
function startsOf(plays, out, width) {
  const starts = plays.length ? [0] : [];
  let missing = width;
  plays.forEach(({ seat }, at) => {
    if (out.includes(seat)) return;
    if (!missing) {
      starts.push(at);
      missing = width;
    }
    missing -= 1;
  });
  return starts;
}

// The tricks, each the cards that belong to it.
function tricksOf(plays, out, width) {
  const starts = startsOf(plays, out, width);
  return starts.map((start, number) => plays.slice(start, starts[number + 1]).filter(({ seat }) => !out.includes(seat)));
}
