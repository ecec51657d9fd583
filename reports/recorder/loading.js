// A file of this page taken up again: a record becomes the steps that lead to it. A hand is taken up only where it
// comes out as it went in; one that says more than this page can change is kept as it was read.
function nightOf(text) {
  const found = /^\s*[[{]/.test(text) ? recordsIn(text).map((record) => ({ id: record.id, record })) : handsIn(text);
  if (!found.length) throw new SyntaxError("no hands");
  const hands = found.map(({ record, text: told }) => record && handOf(record, told));
  const taken = hands.filter(Boolean);
  const left = found.filter((_, at) => !hands[at]).map(({ id, record, line = strangeRules(record) }) => (line ? `${id}, “${line}”` : id));
  return { night: taken.length ? { version: 1, setup: taken.at(-1).setup, hands: taken, at: taken.length - 1 } : null, left };
}

// A house's own rules that are not here.
function strangeRules({ ruleset }) {
  return ruleset && !(ruleset in TABLES.rulesets) && `rules ${ruleset}`;
}

// One record, a list of them or one a line; of a ruling the record in it.
function recordsIn(text) {
  let found;
  try {
    found = [JSON.parse(text)].flat();
  } catch {
    found = text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
  }
  return found.map((one) => one.record || one);
}

// Opens a file that was chosen; a night that is going on is asked about first.
async function openFile({ target }) {
  const [file] = target.files;
  const text = await file.text();
  target.value = "";
  openText(text, file.name);
}

// What was in a file, on the clipboard or in a code: hands, or the match of a score sheet.
function openText(text, name) {
  if (READING.book && IS_BOOK.test(text)) return READING.book(text, name);
  if (ARE_RULES.test(text)) return takeRules(text, name);
  try {
    const match = matchIn(text);
    if (match) return night ? ask(say("new-night"), { yes: say("keep-night"), anyway: say("throw-night") }, () => sitDown(match)) : sitDown(match);
    const { night: found, left } = nightOf(text);
    const kept = (found?.hands || []).filter((hand) => hand.record).map(({ id }) => id).join(", ");
    const told = [left.length && say("left-out", { ids: left.join("; ") }), kept && say("as-read", { ids: kept })].filter(Boolean).join(" ");
    if (!found) return notice(told);
    const open = () => takeUp(found, told);
    return night ? ask(say("new-night"), { yes: say("keep-night"), anyway: say("open-file") }, open) : open();
  } catch {
    return notice(say("no-hands", { name }));
  }
}

// A new night with what a score sheet says of it.
function sitDown(match) {
  night = null;
  keep(null);
  openSetup({ ...setupOf(match), game: match.context?.game, hand: match.context?.hand }, true);
  notice(say("match-read"));
}

function takeUp(found, told) {
  night = found;
  turnTo(false);
  after([say("opened", { count: night.hands.length }), told].filter(Boolean).join(" "));
}

// The hand of a record, as it was played or from the heaps. Where neither gives the record again it is kept with its
// text; null where there is none.
function handOf(found, text = textOfRecord(found)) {
  // A hand of Clabber that names no rules goes by the first ones.
  const record = { ruleset: Object.keys(TABLES.rulesets)[0], ...found };
  if (!(record.ruleset in TABLES.rulesets)) return null;
  const setup = setupOf(record);
  const { game, hand: number } = record.context || {};
  for (const heaps of [false, true]) {
    const hand = { setup, game, number, id: record.id, dealer: record.deal.dealer, heaps, steps: [], undone: [] };
    try {
      for (const step of stepsOf(record, heaps)) hand.steps.push(unseated(hand, step));
      const own = remarksOf(hand, stand(hand));
      hand.remarks = (record.remarks || []).filter((remark) => !own.includes(remark));
      if (sorted(recordOf(hand)) === sorted(record)) return hand;
    } catch {
      // Steps that lead nowhere are none of this page's.
    }
  }
  return text && asRead(found, text, { setup, game: game || 1, number: number || 1, id: record.id, dealer: record.deal.dealer, heaps: false, undone: [] });
}

// A hand that says more than the steps of this page: as much of it as they show, and its record and text as they were read.
function asRead(record, text, hand) {
  const shown = { ...hand, steps: [], record, text };
  for (const step of stepsOf(record, false)) {
    try {
      const steps = [...shown.steps, unseated(shown, step)];
      linesOf({ ...shown, steps });
      shown.steps = steps;
    } catch {
      break;
    }
  }
  return shown;
}

// The text of a record that gives the record again; null where this page cannot write it.
function textOfRecord(record) {
  try {
    const text = clabOf(record);
    return sorted(handsIn(text)[0].record) === sorted(record) ? text : null;
  } catch {
    return null;
  }
}

// A text of the data in which the order of the keys does not matter.
function sorted(data) {
  const isObject = (value) => value && typeof value === "object" && !Array.isArray(value);
  const inOrder = (_, value) => (isObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value);
  return JSON.stringify(data, inOrder);
}

function setupOf({ ruleset, seats, players = {}, teams = {}, context = {}, source = {} }) {
  const { league, season, venue, date, round, table, stakes } = context;
  return {
    ruleset, seats: seats?.length || 4, players, teams, league, season, venue, date, round, table,
    stakeGame: stakes?.game, stakeSet: stakes?.set,
    source: source.kind, citation: source.citation, recordedBy: source.recorded_by,
  };
}

// A card needs no seat where its turn has come.
function unseated(hand, step) {
  const { seat, ...bare } = step;
  return step.do === "card" && stand(hand).turn === seat ? bare : step;
}

// The steps in the order of the clock.
function stepsOf(record, heaps) {
  const { deal, plays, declarations = [], before, hickeys, burns, blind = deal.blind, context: { moved } = {} } = record;
  const moments = eventsOf(record, heaps);
  const at = (clock) => moments.filter((event) => event.at === clock).map(({ step }) => step);
  const said = declarations.map((one) => ({ at: clockOf(one.at), step: stepOfSaid(one, record) }));
  const early = [
    ...(deal.upcard ? [{ do: "up", card: deal.upcard }] : []), ...(blind ? [{ do: "blind", cards: blind }] : []),
    ...said.filter((one) => one.at <= 0).map(({ step }) => step),
  ];
  const late = (clock) => said.filter((one) => one.at === clock && clock > 0).map(({ step }) => step);
  return [
    ...(moved || deal.due_dealer || deal.cut !== undefined ? [{ do: "dealing", due: deal.due_dealer ?? null, cut: deal.cut ?? null, moved }] : []),
    ...(before || hickeys || burns ? [{ do: "before", ...compact({ before, hickeys, burns }) }] : []),
    ...heldIn(record, heaps), ...at("deal"), ...early.slice(0, 1), ...at("declaring"), ...early.slice(1), ...agreedOn(record), ...at(0),
    ...plays.flatMap((_, clock) => [...fallAt(record, clock, heaps), ...late(clock + 1), ...at(clock + 1)]),
    ...(at("turned").length ? [{ do: "turned" }] : []), ...at("turned"), ...scored(record), ...at("scored"), ...differsIn(record),
  ];
}

function stepOfSaid({ seat, call, trump, alone, cards }, { format }) {
  if (call === "trump") return { do: "trump", suit: trump, seat, alone };
  return call === "out" && format !== "clabber-hand/1" ? { do: "out", seat } : { do: "call", seat, call, ...(cards ? { cards } : {}) };
}

// The hands as dealt, where the cards of the heaps do not tell them already.
function heldIn({ deal: { hands = {} } }, heaps) {
  return heaps ? [] : Object.entries(hands).map(([seat, cards]) => ({ do: "held", seat, cards }));
}

// The contract, and what was handed over.
function agreedOn({ contract, exchanges, format }) {
  const made = contract && { do: "contract", ...contract, ...(format === "clabber-hand/1" ? {} : { kind: contract.kind || "bid" }) };
  const gives = exchanges && (exchanges.length ? exchanges.map((give) => ({ do: "give", ...give })) : [{ do: "give" }]);
  return [...(made ? [made] : []), ...(gives || [])];
}

// The card that falls at a clock; the first of a trick whose order is lost stands for all of it.
function fallAt({ plays, disordered = [], remarks = [], seats = COMPASS, declarations, contract }, clock) {
  const out = seatsOut(seats, declarations || null, contract);
  const starts = startsOf(plays, out, seats.length - out.length);
  const trick = starts.filter((start) => start <= clock).length;
  const ordered = !disordered.includes(trick) && !remarks.includes(say("remark-lost", { trick }));
  const { seat, card, named } = plays[clock];
  if (ordered) return [{ do: "card", card, seat, ...(named ? { named } : {}) }];
  const cards = plays.slice(clock, starts[trick]).map((play) => play.card).filter(Boolean);
  return clock === starts[trick - 1] ? [{ do: "lost", cards, seat }] : [];
}

// What happened at a moment: {at, step}.
function eventsOf({ plays, melds = [], incidents = [], claims = [], agreements = [], laydown, comments = [] }, heaps) {
  const own = (seat, before) => plays.flatMap((play, clock) => (play.seat === seat ? [clock] : []))[before] ?? plays.length;
  const moment = (noted, seat, before) => (heaps ? plays.length : (noted ?? own(seat, before)));
  const called = melds.flatMap(({ seat, kind, announced, cards }) => {
    if (announced === "never" || (announced === null && cards)) return [];
    const step = kind === "belle" ? { do: "belle", seat } : { do: "meld", seat, kind, unnoted: announced === null };
    return [{ at: moment(announced, seat, 0), step }];
  });
  const shown = melds.filter(({ cards }) => cards).map(({ seat, kind, cards, announced, shown: at }) => {
    return { at: moment(at, seat, 1), step: { do: "show", seat, kind, cards, unnoted: at === null, uncalled: announced === null } };
  });
  const told = (things, step) => things.map(({ at, ...thing }) => ({ at, step: { do: step, ...thing } }));
  const laid = laydown ? [laydown] : [];
  return [...called, ...shown, ...told(incidents, "incident"), ...told(claims, "claim"), ...told(agreements, "agreed"), ...told(laid, "laydown"), ...told(comments, "note")];
}

// What the sheet has, and who agreed.
function scored({ score = {}, sheet = {}, after = {}, remarks = [], teams = {}, ruleset, seats }) {
  const { sides } = gameOf({ ruleset, seats: seats?.length });
  const lines = Object.fromEntries(sides.map((side) => [side, some({ ...sheet[side], ...(side in after ? { after: after[side] } : {}) })]));
  const texts = Object.fromEntries(Object.entries(score).map(([side, points]) => [side, String(points)]));
  const setup = { ruleset, seats: seats?.length, teams, players: {} };
  const agreed = sides.filter((side) => remarks.includes(plain(say("remark-agreed", { team: teamName(setup, side) }))));
  const step = some(score) || filled(lines) ? [{ do: "score", score: texts, sheet: filled(lines) }] : [];
  return [...step, ...agreed.map((team) => ({ do: "agree", team, yes: true }))];
}
