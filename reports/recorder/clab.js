// From a record to the canonical text of `.clab`, as the program would write it: `schemas/clab.md`. The lines that only
// one format has are those of its form.
const CONTEXT_TEXTS = ["date", "league", "season", "venue"];
const CONTEXT_NUMBERS = ["round", "table", "game", "hand"];
const COMPASS = TABLES.seatings[4];
const SIDES = TABLES.sides;
const none = () => [];

const FORMS = {
  "clabber-hand/1": {
    frame: "clabber 1", keys: clabberKeys, table: clabberTable, running: none, said: clabberSaid, tricks: clabberTricks, sheet: clabberSheet,
  },
  "bid-euchre-hand/1": {
    frame: "bid-euchre 1", keys: bidKeys, table: bidTable, running: bidRunning, said: bidSaid, tricks: bidTricks, sheet: bidSheet,
  },
};

function clabOf(record) {
  if (record[AS_READ]) return record[AS_READ];
  const form = FORMS[record.format];
  const said = [...form.said(record)];
  const lines = [
    form.frame, `hand ${record.id}`, ...(record.ruleset ? [`rules ${record.ruleset}`] : []), ...form.table(record), ...frameLines(record, form),
    ...form.running(record), ...dealLines(record), ...declaringLines(record, said), ...form.tricks(record), ...eventLines(record, said.length),
    ...(record.score ? [`score ${SIDES.filter((side) => side in record.score).map((side) => `${side} ${record.score[side]}`).join(" ")}`] : []),
    ...form.sheet(record), ...(record.remarks || []).map((remark) => `remark ${written(remark)}`),
  ];
  return lines.join("\n") + "\n";
}

function quoted(text) {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

// A text bare where it reads back as the same text, else in quotes.
function written(text) {
  const bare = text && !/["{};/]/.test(text) && text.trim().split(/\s+/).join(" ") === text;
  return bare ? text : quoted(text);
}

function small(cards) {
  return cards.map((card) => (card ? card.toLowerCase() : "??")).join("");
}

function byName(names, keys) {
  return keys.filter((key) => key in names).map((key) => `${key} ${written(names[key])}`).join(" / ");
}

function* frameLines(record, form) {
  if (record.teams) yield `teams ${byName(record.teams, SIDES)}`;
  if (record.context) yield ["context", ...contextWords(record.context, TABLES.contextWords[form.frame])].join(" ");
  if (record.source) yield `source ${[...sourceParts(record.source)].join(" / ")}`.trimEnd();
}

function* contextWords(context, taken) {
  for (const key of CONTEXT_TEXTS) {
    if (!(key in context)) continue;
    const words = (key === "date" ? context[key].toLowerCase() : context[key]).split(/\s+/);
    const text = words.some((word) => taken.includes(word)) ? quoted(context[key]) : written(context[key]);
    yield key === "date" ? text : `${key} ${text}`;
  }
  for (const key of CONTEXT_NUMBERS) if (key in context) yield `${key} ${context[key]}`;
  if (context.stakes) yield `stakes ${context.stakes.game} ${context.stakes.set}`;
  if (context.moved) yield `moved ${context.moved}`;
}

function* sourceParts(source) {
  if (source.kind) yield source.kind;
  if (source.citation !== undefined) {
    const text = source.citation.toLowerCase();
    const taken = ["by", "dated", "note"].includes(text.split(" ")[0]) || TABLES.sourceWords.includes(text);
    yield taken ? quoted(source.citation) : written(source.citation);
  }
  if (source.recorded_by !== undefined) yield `by ${written(source.recorded_by)}`;
}

function* dealLines({ deal, seats = COMPASS }) {
  const cut = deal.cut === undefined ? "" : ` cut ${deal.cut}`;
  yield `deal ${deal.dealer}${cut}${deal.due_dealer ? ` due ${deal.due_dealer}` : ""}`;
  for (const seat of seats) if (deal.hands && seat in deal.hands) yield `${seat} ${small(deal.hands[seat]) || "-"}`;
  if (deal.upcard) yield `up ${small([deal.upcard])}`;
  if (deal.blind) yield `blind ${small(deal.blind) || "-"}`;
}

// Comments stand where their clock is.
function comment(text, at) {
  const bare = text && text === text.trim() && !'"@'.includes(text[0]) && !text.includes("}");
  const body = bare ? text : quoted(text);
  return at === undefined ? `{${body}}` : `{@${at} ${body}}`;
}

function* declaringLines({ comments = [] }, said) {
  const at = (moment) => comments.filter((note) => note.at === moment);
  for (const note of at("deal")) yield comment(note.text);
  yield* said;
  for (const note of at("declaring")) yield comment(note.text, said.length ? undefined : "declaring");
}

// Who plays after each seat: the next clockwise that is not out.
function follows(seats, out) {
  const next = (seat) => [...seats, ...seats].slice(seats.indexOf(seat) + 1).find((other) => !out.includes(other));
  return Object.fromEntries(seats.map((seat) => [seat, next(seat) || seat]));
}

function* trickLines({ plays, disordered = [], comments = [] }, seats, out, calls) {
  if (disordered.length) yield `disordered ${disordered.join(" ")}`;
  const notes = new Map();
  const put = (map, key, word) => map.set(key, [...(map.get(key) || []), word]);
  if (plays.length) for (const note of comments) if (typeof note.at === "number" && note.at <= plays.length) put(notes, note.at, comment(note.text));
  const starts = startsOf(plays, out, Math.max(1, seats.length - out.length));
  const next = follows(seats, out);
  for (const [place, start] of starts.entries()) yield trickLine(plays, place + 1, [start, starts[place + 1] ?? plays.length], next, calls, notes);
}

function trickLine(plays, number, [start, stop], next, calls, notes) {
  let { seat } = plays[start];
  const parts = [`${number}${seat}`, ...(start ? [] : notes.get(0) || [])];
  let joins = false;
  for (let count = start; count < stop; count += 1) {
    const play = plays[count];
    const card = small([play.card]);
    if (calls.has(count)) {
      parts.push(...calls.get(count));
      joins = false;
    }
    // A first lead by somebody who is out says whose it is: four cards in a row would tell that everybody plays.
    const who = play.seat === seat && Object.values(next).includes(seat) ? "" : `${play.seat}:`;
    const suit = play.named ? `=${play.named.toLowerCase()}` : "";
    if (who || suit) {
      parts.push(who + card + suit);
      joins = false;
    } else if (joins) {
      parts.push(parts.pop() + card);
    } else {
      parts.push(card);
      joins = true;
    }
    seat = next[play.seat];
    if (notes.has(count + 1)) {
      parts.push(...notes.get(count + 1));
      joins = false;
    }
  }
  if (stop === plays.length) parts.push(...(calls.get(plays.length) || []));
  return parts.join(" ");
}

function* eventLines(record, said) {
  const { plays, incidents = [], claims = [], agreements = [], laydown, comments = [] } = record;
  const here = plays.length || (said ? "declaring" : "deal");
  const clock = (at) => (at === here ? "" : ` @${at ?? "-"}`);
  for (const found of incidents) yield incidentWords(found) + clock(found.at);
  for (const claim of claims) yield claimWords(claim) + clock(claim.at);
  for (const one of agreements) yield agreedWords(one) + clock(one.at);
  if (laydown) {
    const order = laydown.order ? ` order ${small(laydown.order)}` : "";
    yield `laydown ${laydown.by}${laydown.agreed ? " agreed" : ""}${order}${clock(laydown.at)}`;
  }
  yield* accountLines(record);
  const last = plays.length || -1;
  for (const note of comments) if (clockOf(note.at) > last) yield comment(note.text, note.at);
}

function incidentWords(incident) {
  const { kind, seat, to, card, trick, quote, called } = incident;
  const words = ["incident", kind];
  if (seat) words.push(seat);
  if (to) words.push(`to ${to}`);
  if (card) words.push(`card ${small([card])}`);
  if (trick) words.push(`trick ${trick}`);
  if (quote !== undefined) words.push(`quote ${quoted(quote)}`);
  if (called !== undefined) words.push(`called ${called}`);
  if (incident.replaced_by) words.push(`for ${small([incident.replaced_by])}`);
  if (incident.seen_by?.length) words.push(`seen ${incident.seen_by.join(" ")}`);
  if (incident.by) words.push(`by ${incident.by}`);
  if (incident.by_other) words.push(`by ${personWord(incident.by_other)}`);
  if (incident.believed) words.push(`believed ${incident.believed}`);
  if (incident.helped) words.push(`helped ${incident.helped}`);
  if (incident.in_play) words.push("in play");
  if (incident.order) words.push(`order ${incident.order}`);
  return words.join(" ");
}

function agreedWords({ what, text, by = [], order }) {
  const words = ["agreed", what];
  if (text !== undefined) words.push(quoted(text));
  if (by.length) words.push("by", ...by);
  if (order) words.push(`order ${order}`);
  return words.join(" ");
}

// A seat, or the name of a person: in quotes unless it is one capitalized word.
function personWord(name) {
  const seat = /^(?:[NESW]|P[1-6])$/.test(name);
  const bare = /^[A-Z][a-z]+$/.test(name) && !TABLES.noNames.includes(name.toLowerCase());
  return seat || bare ? name : quoted(name);
}

function claimWords({ by, against, infraction, trick, reviewed, withdrawn, reviewed_by: turner, witnesses = [], order }) {
  const words = ["claim", by || "-", "against", against];
  if (infraction) words.push(infraction);
  if (trick) words.push(`trick ${trick}`);
  if (reviewed) words.push("reviewed");
  if (turner) words.push(`by ${personWord(turner)}`);
  if (withdrawn) words.push("withdrawn");
  if (witnesses.length) words.push("watched", ...witnesses.map(personWord));
  if (order) words.push(`order ${order}`);
  return words.join(" ");
}
