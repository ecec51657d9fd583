// What only `clabber-hand/1` has: melds among the cards, the contract of a suit, and the sheet of points.
const KIND_SHORT = { dad: "dad", fifty: "50", hundred: "100", two_hundred: "200", belle: "belle" };
const CALL_SHORT = { pass: "p", play: "play", C: "c", D: "d", H: "h", S: "s" };

function clabberKeys(table) {
  const { contract, heaps, plays, sheet } = table;
  const melds = table.melds.map((meld) => meldOf(table, meld));
  return {
    contract: contract && contract.maker && contract.trump ? contract : null,
    // At the table nothing called is a fact; of a heap of tricks nobody knows what was called.
    melds: melds.length || (!heaps && plays.length) ? melds : null,
    sheet,
  };
}

// When a meld was called and shown: in turn directly before its seat's first and second card, else by the clock. From
// the heaps nothing is known of moments, so that they are left as in turn.
function meldOf(table, { seat, kind, called, cards, showed }) {
  const meld = { seat, kind };
  if (cards) meld.cards = cards;
  if (table.heaps) return meld;
  if (kind === "belle" || called === "never" || !fallsNext(table, seat, called, 0)) meld.announced = called;
  if (kind === "belle") return meld;
  if (cards && !fallsNext(table, seat, showed, 1)) meld.shown = showed;
  if (!cards && table.plays.filter((play) => play.seat === seat).length > 1) meld.shown = "never";
  return meld;
}

// Whether the card falling at a clock is a seat's own, with so many of its cards before it.
function fallsNext(table, seat, at, before) {
  const own = table.plays.flatMap((play, clock) => (play.seat === seat ? [clock] : []));
  return own.length > before && own[before] === at;
}

function* clabberSaid({ deal, declarations, contract }) {
  if (declarations) yield `calls ${callWords(deal.dealer, declarations).join(" ") || "none"}`;
  if (contract) yield `contract ${contract.maker} ${TABLES.suitNames[contract.trump]}`;
}

function callWords(dealer, declarations) {
  const words = [];
  const spoken = new Set();
  const next = follows(COMPASS, []);
  let seat = next[dealer];
  let second = false;
  for (const said of declarations) {
    if (spoken.size === COMPASS.length && !second) {
      words.push("/");
      second = true;
    }
    spoken.add(said.seat);
    words.push((said.seat === seat ? "" : `${said.seat}:`) + CALL_SHORT[said.call]);
    seat = next[said.seat];
  }
  return words;
}

// The calls that stand among the cards, by clock, and how many: the first melds, as far as their order allows.
function standingCalls(plays, melds) {
  const calls = new Map();
  let before = 0;
  for (const [index, meld] of melds.entries()) {
    const first = plays.findIndex(({ seat }) => seat === meld.seat);
    const inTurn = !("announced" in meld) && meld.kind !== "belle";
    const place = inTurn ? first : meld.announced;
    if (typeof place !== "number" || place < before || place > plays.length || !plays.length) return { calls, standing: index };
    before = place;
    const next = place < plays.length && plays[place].seat === meld.seat;
    const implied = inTurn || !(next && place === first && meld.kind !== "belle");
    const word = meldWord(meld, implied ? "" : `@${place}`, next ? "" : `${meld.seat}:`);
    calls.set(place, [...(calls.get(place) || []), word]);
  }
  return { calls, standing: melds.length };
}

// A call with what was shown; a moment of null stands on the `melds` line, where seat and clock are always said.
function meldWord(meld, at, prefix) {
  if (at === null) [prefix, at] = [`${meld.seat}:`, "announced" in meld ? `@${meld.announced ?? "?"}` : ""];
  const cards = small(meld.cards || []);
  if (!cards && meld.shown === "never") return `${prefix}+${KIND_SHORT[meld.kind]}${at}=-`;
  const moment = "shown" in meld ? `@${meld.shown ?? "?"}` : "";
  return `${prefix}+${KIND_SHORT[meld.kind]}${at}${cards || moment ? "=" : ""}${cards}${moment}`;
}

function* clabberTricks(record) {
  const { melds } = record;
  const { calls, standing } = standingCalls(record.plays, melds || []);
  yield* trickLines(record, COMPASS, [], calls);
  if (melds && standing < melds.length) yield `melds ${melds.slice(standing).map((meld) => meldWord(meld, null, "")).join(" ")}`;
  if (melds && !melds.length) yield "melds none";
}

function* clabberSheet({ sheet }) {
  const words = (line) => TABLES.sheet.filter(([part]) => part in line).map(([part, word]) => `${word} ${line[part]}`);
  if (sheet) yield `sheet ${SIDES.filter((side) => side in sheet).map((side) => [side, ...words(sheet[side])].join(" ")).join(" ")}`;
}

function* clabberTable({ players }) {
  if (players) yield `seats ${byName(players, COMPASS)}`;
}
