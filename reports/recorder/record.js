// From a hand to its record, `clabber-hand/1`: what was entered and no key more.
function recordOf(hand) {
  const table = stand(hand);
  const { setup } = hand;
  const melds = table.melds.map((meld) => meldOf(table, meld));
  const hands = handsOf(table);
  return compact({
    format: "clabber-hand/1",
    id: idOf(hand),
    ruleset: setup.ruleset,
    players: filled(setup.players),
    teams: filled(setup.teams),
    context: compact({
      league: setup.league, season: setup.season, venue: setup.venue, date: setup.date,
      round: setup.round, table: setup.table, game: hand.game, hand: hand.number,
    }),
    source: sourceOf(hand),
    deal: compact({
      dealer: hand.dealer, due_dealer: table.dealing.due, cut: table.dealing.cut, upcard: table.upcard,
      hands: Object.keys(hands).length ? hands : null,
    }),
    contract: table.contract && table.contract.maker && table.contract.trump ? table.contract : null,
    declarations: table.calls.length ? table.calls : null,
    // At the table nothing called is a fact; of a heap of tricks nobody knows what was called.
    melds: melds.length || (!hand.heaps && table.plays.length) ? melds : null,
    plays: playsOf(table),
    disordered: some(table.lost.filter(({ cards }) => cards.length).map(({ trick }) => trick)),
    incidents: some(table.incidents.map(compact)),
    claims: some(table.claims.map(claimOf)),
    laydown: table.laydown && compact({ ...table.laydown, agreed: table.laydown.agreed || null, order: some(table.laydown.order) }),
    score: table.score && filled(scoreOf(table.score)),
    sheet: table.sheet,
    comments: some(table.notes),
    remarks: some(remarksOf(hand, table)),
  });
}

function compact(object) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined && value !== ""));
}

function filled(object) {
  return some(compact(object));
}

// A list or an object, or null where nothing is in it.
function some(list) {
  return list && Object.keys(list).length ? list : null;
}

function sourceOf({ setup, heaps }) {
  const kind = heaps && setup.source === "table" ? "tricks" : setup.source;
  return compact({ kind, citation: setup.citation, recorded_by: setup.recordedBy });
}

// The hands that are known: opened ones, and all four once six tricks of the heaps rebuild them.
function handsOf(table) {
  if (!table.heaps) return table.hands;
  const cards = table.plays.map(({ card }) => card).filter(Boolean);
  if (new Set(cards).size < PACK.length) return table.hands;
  const dealt = Object.fromEntries(SEATS.map((seat) => [seat, table.plays.filter((play) => play.seat === seat).map(({ card }) => card)]));
  return SEATS.every((seat) => dealt[seat].length === HAND_SIZE) ? dealt : table.hands;
}

// The plays; the cards of a trick whose order is lost stand in it in any order.
function playsOf({ plays, lost }) {
  const found = [...plays];
  for (const { trick, cards } of lost) {
    const first = SEATS.length * (trick - 1);
    cards.forEach((card, place) => { found[first + place] = { ...found[first + place], card }; });
  }
  return found;
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

function claimOf({ by, against, at, infraction, trick, reviewed, withdrawn }) {
  const optional = compact({ infraction, trick, reviewed: reviewed || null, withdrawn: withdrawn || null });
  return { by: by || null, against, at, ...optional };
}

// Points as numbers, marks as they are written.
function scoreOf(score) {
  return Object.fromEntries(TEAMS.map((team) => [team, /^\d+$/.test(score[team]) ? Number(score[team]) : score[team]]));
}

function remarksOf(hand, table) {
  const lost = table.lost.filter(({ cards }) => !cards.length).map(({ trick }) => say("remark-lost", { trick }));
  const agreed = TEAMS.filter((team) => table.agreed[team]).map((team) => plain(say("remark-agreed", { team: teamName(hand.setup, team) })));
  return [...lost, ...agreed];
}

function teamName(setup, team) {
  return isolated(setup.teams[team] || "") || TABLES.teamNames[team];
}

// An identifier out of the set-up and the numbers: small letters, digits and hyphens, 64 at most.
function idOf({ setup, game, number }) {
  const parts = [setup.date, setup.teams.NS, setup.teams.EW, setup.round && `r${setup.round}`, setup.table && `t${setup.table}`];
  const tail = `g${game}-h${String(number).padStart(2, "0")}`;
  const head = slug(parts.filter(Boolean).join("-")).slice(0, 64 - tail.length - 1).replace(/-+$/, "");
  return head ? `${head}-${tail}` : tail;
}

function slug(text) {
  return text.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
}
