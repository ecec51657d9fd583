// What only `bid-euchre-hand/1` has: pack and seats, running scores, what was bid, named and handed over.
const USUAL_PACK = "24";

function bidKeys(table, running) {
  const { game, contract, before, gives, said, score } = table;
  const sheet = Object.entries(table.sheet || {});
  const part = (name) => filled(Object.fromEntries(sheet.map(([side, line]) => [side, line[name] ?? null])));
  const tricks = part("tricks");
  return {
    pack: game.pack === USUAL_PACK ? null : game.pack,
    cards_each: game.told ? game.each : null,
    seats: game.seats.join() === COMPASS.join() ? null : game.seats,
    before: before?.before || (score || said.length || table.plays.length ? running : null),
    hickeys: before?.hickeys,
    burns: before?.burns,
    contract: contract?.maker ? contractOf(contract) : null,
    exchanges: gives,
    sheet: tricks && Object.fromEntries(Object.entries(tricks).map(([side, count]) => [side, { tricks: count }])),
    after: part("after"),
  };
}

// The contract with what is not as usual in it.
function contractOf({ maker, tricks, kind, trump, alone, forced }) {
  return compact({ maker, tricks, kind: kind === "bid" ? null : kind, trump, alone: alone || null, forced: forced || null });
}

function* bidTable({ pack = USUAL_PACK, cards_each: each, players = {}, seats }) {
  if (pack !== USUAL_PACK || each) yield `pack ${pack}${each ? ` each ${each}` : ""}`;
  const named = (seat) => (players[seat] === "-" ? quoted("-") : written(players[seat]));
  if (seats && seats.join() !== COMPASS.join()) yield `seats ${seats.map((seat) => `${seat} ${seat in players ? named(seat) : "-"}`).join(" / ")}`;
  else if (some(players)) yield `seats ${COMPASS.filter((seat) => seat in players).map((seat) => `${seat} ${named(seat)}`).join(" / ")}`;
}

function* bidRunning(record) {
  for (const key of ["before", "hickeys", "burns"]) if (record[key]) yield bySide(key, record[key]);
}

function bySide(key, numbers) {
  return [key, ...SIDES.filter((side) => side in numbers).map((side) => `${side} ${numbers[side]}`)].join(" ");
}

function* bidSaid(record) {
  const { declarations, exchanges, contract } = record;
  if (declarations) yield* saidLines(record, declarations);
  if (exchanges) yield `give ${exchanges.map(({ from, to, cards }) => `${from}>${to} ${small(cards)}`).join(" / ") || "none"}`;
  if (contract) yield contractWords(contract);
}

// The lines of calls, of trumps and of those who are out, in the order in which all was said.
function* saidLines({ seats = COMPASS, deal }, said) {
  if (!said.length) yield "calls none";
  const lineOf = ({ call }) => (["trump", "out"].includes(call) ? call : "calls");
  const next = follows(seats, []);
  const at = (one) => (one.at === undefined ? "" : `@${one.at}`);
  let turn = next[deal.dealer];
  let aside = false;
  for (let from = 0, to = 0; from < said.length; from = to) {
    const line = lineOf(said[from]);
    while (to < said.length && lineOf(said[to]) === line) to += 1;
    const group = said.slice(from, to);
    if (line === "trump") yield* group.map((one) => namedWords(one, at(one)));
    else if (line === "out") yield `out ${group.map((one) => one.seat + at(one)).join(" ")}`;
    else {
      const words = group.map((one) => {
        const noTurn = TABLES.noTurn.includes(one.call);
        const owner = one.seat === turn && !noTurn && !aside ? "" : `${one.seat}:`;
        aside = noTurn;
        if (!noTurn) turn = next[one.seat];
        return `${owner}${shortCall(one.call)}${one.cards ? `=${small(one.cards) || "-"}` : ""}${at(one)}`;
      });
      yield `calls ${words.join(" ")}`;
    }
  }
}

function namedWords({ seat, trump, alone }, at) {
  return ["trump", seat, TABLES.strains[trump], alone && "alone", at].filter(Boolean).join(" ");
}

function shortCall(call) {
  return TABLES.callsShort[call] || call.toLowerCase();
}

function contractWords({ maker, tricks, kind = "bid", trump, alone, forced }) {
  const named = kind !== "bid" && (TABLES.callsShort[kind] || kind);
  return ["contract", maker, tricks, named, TABLES.strains[trump], alone && "alone", forced && "forced"].filter(Boolean).join(" ");
}

function* bidTricks(record) {
  const { seats = COMPASS, declarations, contract } = record;
  yield* trickLines(record, seats, seatsOut(seats, declarations?.length ? declarations : null, contract), new Map());
}

function* bidSheet({ after, sheet }) {
  if (after) yield bySide("after", after);
  if (sheet) yield bySide("sheet", Object.fromEntries(Object.entries(sheet).map(([side, { tricks }]) => [side, `tricks ${tricks}`])));
}
