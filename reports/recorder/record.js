// The text of a record that is kept as it was read.
const AS_READ = Symbol("text");

// From a hand to its record: what was entered and no key more. What only one format has, its form adds; `running` is
// how the sheet stands before the hand.
function recordOf(hand, running = null) {
  if (hand.record) return { ...hand.record, [AS_READ]: hand.text };
  const table = stand(hand);
  const { game } = table;
  const { setup } = hand;
  const hands = handsOf(table);
  return compact({
    format: game.format,
    id: hand.id || idOf(hand),
    ruleset: setup.ruleset,
    players: filled(only(setup.players, game.seats)),
    teams: filled(only(setup.teams, game.sides)),
    context: filled({
      league: setup.league, season: setup.season, venue: setup.venue, date: setup.date,
      round: setup.round, table: setup.table, game: hand.game, hand: hand.number,
      ...(game.bidding ? { stakes: stakesOf(setup), moved: table.dealing.moved } : {}),
    }),
    source: some(sourceOf(hand)),
    deal: compact({
      dealer: hand.dealer, due_dealer: table.dealing.due, cut: table.dealing.cut, upcard: table.upcard,
      hands: filled(hands), blind: table.blind,
    }),
    declarations: some(table.said),
    plays: playsOf(table),
    disordered: some(table.lost.filter(({ cards }) => cards.length).map(({ trick }) => trick)),
    incidents: some(table.incidents.map(compact)),
    claims: some(table.claims.map(claimOf)),
    agreements: some(table.agreements.map(compact)),
    accounts: some(accountsOf(table)),
    laydown: table.laydown && compact({ ...table.laydown, agreed: table.laydown.agreed || null, order: some(table.laydown.order) }),
    score: table.score && filled(scoreOf(game, table.score)),
    comments: some(table.notes),
    remarks: some([...(hand.remarks || []), ...remarksOf(hand, table)]),
    ...FORMS[game.format].keys(table, running),
  });
}

// What a game and a set are played for; one that is left empty is none.
function stakesOf({ stakeGame, stakeSet }) {
  return filled({ stakeGame, stakeSet }) && { game: stakeGame || 0, set: stakeSet || 0 };
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

function only(object, keys) {
  return Object.fromEntries(keys.map((key) => [key, object[key]]));
}

function sourceOf({ setup, heaps }) {
  const kind = heaps && setup.source === "table" ? "tricks" : setup.source;
  return compact({ kind, citation: setup.citation, recorded_by: setup.recordedBy });
}

// The hands that are known, as they were dealt: opened ones, and all of them once the tricks of the heaps rebuild them.
function handsOf(table) {
  const { game, heaps, plays } = table;
  const played = only({}, game.seats);
  for (const seat of game.seats) played[seat] = plays.filter((play) => play.seat === seat && play.card).map(({ card }) => card);
  const whole = heaps && game.seats.every((seat) => played[seat].length === game.each) && repeated(game, plays).length === 0;
  return whole ? Object.fromEntries(game.seats.map((seat) => [seat, dealtTo(table, seat, played[seat])])) : table.dealt;
}

// The cards of a play that are there more often than the pack has them.
function repeated({ copies }, plays) {
  const cards = plays.map(({ card }) => card).filter(Boolean);
  return cards.filter((card) => cards.filter((one) => one === card).length > (card === JOKER ? 1 : copies));
}

// What a seat was dealt of cards that it had later: without what came to it, with what it gave away. Of whoever called
// Bottoms the cards that he took are left out; where nobody noted them, all that may be one of them.
function dealtTo({ gives, said, blind }, seat, cards) {
  const bottoms = said.find((one) => one.call === "bottoms" && one.seat === seat);
  let dealt = cards;
  for (const { from, to, cards: given } of [...(gives || [])].reverse()) {
    if (to === seat) dealt = given.includes(null) ? [] : without(dealt, given);
    if (from === seat) dealt = [...dealt, ...given.filter(Boolean)];
  }
  if (!bottoms) return dealt;
  return blind ? [...without(dealt, blind.slice(1)), ...bottoms.cards] : bottoms.cards;
}

// The plays; the cards of a trick whose order is lost stand in it in any order.
function playsOf({ plays, lost, out, width }) {
  const found = [...plays];
  const starts = startsOf(plays, out, width);
  for (const { trick, cards } of lost)
    cards.forEach((card, place) => { found[starts[trick - 1] + place] = { ...found[starts[trick - 1] + place], card }; });
  return found;
}

function claimOf({ by, against, at, infraction, trick, reviewed, withdrawn, reviewed_by: turner, witnesses, order }) {
  const flags = { reviewed: reviewed || null, withdrawn: withdrawn || null };
  const optional = compact({ infraction, trick, ...flags, reviewed_by: turner, witnesses: some(witnesses), order });
  return { by: by || null, against, at, ...optional };
}

// Points as numbers, marks as they are written.
function scoreOf({ sides }, score) {
  return Object.fromEntries(sides.map((side) => [side, /^-?\d+$/.test(score[side]) ? Number(score[side]) : score[side]]));
}

function remarksOf(hand, { game, lost, agreed }) {
  const orders = lost.filter(({ cards }) => !cards.length).map(({ trick }) => say("remark-lost", { trick }));
  const sides = game.sides.filter((side) => agreed[side]).map((team) => plain(say("remark-agreed", { team: teamName(hand.setup, team) })));
  return [...orders, ...sides];
}

// An identifier out of the set-up and the numbers: small letters, digits and hyphens, 64 at most.
function idOf({ setup, game, number }) {
  const { sides } = gameOf(setup);
  const parts = [setup.date, ...sides.map((side) => setup.teams[side]), setup.round && `r${setup.round}`, setup.table && `t${setup.table}`];
  const tail = `g${game}-h${String(number).padStart(2, "0")}`;
  const head = slug(parts.filter(Boolean).join("-")).slice(0, 64 - tail.length - 1).replace(/-+$/, "");
  return head ? `${head}-${tail}` : tail;
}

function slug(text) {
  return text.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
}
