// From a record to the canonical text of `.clab`, as the program would write it: `schemas/clab.md`.
const CONTEXT_TEXTS = ["date", "league", "season", "venue"];
const CONTEXT_NUMBERS = ["round", "table", "game", "hand"];
const CALL_SHORT = { pass: "p", play: "play", C: "c", D: "d", H: "h", S: "s" };
const KIND_SHORT = { dad: "dad", fifty: "50", hundred: "100", two_hundred: "200", belle: "belle" };
const SHEET_SHORT = { cards: "cards", last_trick: "last", melds: "melds", belle: "belle" };
const EARLY = { deal: -2, declaring: -1, turned: 25, scored: 26 };

function clabOf(record) {
  const lines = [...frameLines(record), ...dealLines(record), ...callLines(record), ...trickLines(record), ...eventLines(record)];
  if (record.score) lines.push(`score ${TEAMS.filter((team) => team in record.score).map((team) => `${team} ${record.score[team]}`).join(" ")}`);
  if (record.sheet) lines.push(`sheet ${TEAMS.filter((team) => team in record.sheet).map((team) => sheetWords(team, record.sheet[team])).join(" ")}`);
  for (const remark of record.remarks || []) lines.push(`remark ${written(remark)}`);
  return lines.join("\n") + "\n";
}

function sheetWords(team, line) {
  return [team, ...Object.keys(SHEET_SHORT).filter((part) => part in line).map((part) => `${SHEET_SHORT[part]} ${line[part]}`)].join(" ");
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

function* frameLines(record) {
  yield "clabber 1";
  yield `hand ${record.id}`;
  if (record.ruleset) yield `rules ${record.ruleset}`;
  const named = (names, keys) => keys.filter((key) => key in names).map((key) => `${key} ${written(names[key])}`).join(" / ");
  if (record.players) yield `seats ${named(record.players, SEATS)}`;
  if (record.teams) yield `teams ${named(record.teams, TEAMS)}`;
  if (record.context) yield ["context", ...contextWords(record.context)].join(" ");
  if (record.source) yield `source ${[...sourceParts(record.source)].join(" / ")}`.trimEnd();
}

function* contextWords(context) {
  const taken = new Set([...CONTEXT_TEXTS, ...CONTEXT_NUMBERS]);
  for (const key of CONTEXT_TEXTS) {
    if (!(key in context)) continue;
    const words = (key === "date" ? context[key].toLowerCase() : context[key]).split(/\s+/);
    const text = words.some((word) => taken.has(word)) ? quoted(context[key]) : written(context[key]);
    yield key === "date" ? text : `${key} ${text}`;
  }
  for (const key of CONTEXT_NUMBERS) if (key in context) yield `${key} ${context[key]}`;
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

function* dealLines({ deal }) {
  const cut = deal.cut === undefined ? "" : ` cut ${deal.cut}`;
  yield `deal ${deal.dealer}${cut}${deal.due_dealer ? ` due ${deal.due_dealer}` : ""}`;
  for (const seat of SEATS) if (deal.hands && seat in deal.hands) yield `${seat} ${small(deal.hands[seat]) || "-"}`;
  if (deal.upcard) yield `up ${small([deal.upcard])}`;
}

// Comments stand where their clock is.
function comment(text, at) {
  const bare = text && text === text.trim() && !'"@'.includes(text[0]) && !text.includes("}");
  const body = bare ? text : quoted(text);
  return at === undefined ? `{${body}}` : `{@${at} ${body}}`;
}

function* callLines({ deal, declarations, contract, comments = [] }) {
  const at = (moment) => comments.filter((note) => note.at === moment);
  for (const note of at("deal")) yield comment(note.text);
  if (declarations) yield `calls ${callWords(deal.dealer, declarations).join(" ") || "none"}`;
  if (contract) yield `contract ${contract.maker} ${TABLES.suitNames[contract.trump]}`;
  for (const note of at("declaring")) yield comment(note.text, declarations || contract ? undefined : "declaring");
}

function callWords(dealer, declarations) {
  const words = [];
  const spoken = new Set();
  let seat = leftOf(dealer);
  let second = false;
  for (const said of declarations) {
    if (spoken.size === SEATS.length && !second) {
      words.push("/");
      second = true;
    }
    spoken.add(said.seat);
    words.push((said.seat === seat ? "" : `${said.seat}:`) + CALL_SHORT[said.call]);
    seat = leftOf(said.seat);
  }
  return words;
}

function* trickLines({ plays, melds, disordered = [], comments = [] }) {
  if (disordered.length) yield `disordered ${disordered.join(" ")}`;
  const { calls, standing } = standingCalls(plays, melds || []);
  const notes = new Map();
  const put = (map, key, word) => map.set(key, [...(map.get(key) || []), word]);
  if (plays.length) for (const note of comments) if (typeof note.at === "number" && note.at <= plays.length) put(notes, note.at, comment(note.text));
  for (let start = 0; start < plays.length; start += SEATS.length) yield trickLine(plays, start, calls, notes);
  if (melds && standing < melds.length) yield `melds ${melds.slice(standing).map((meld) => meldWord(meld, null, "")).join(" ")}`;
  if (melds && !melds.length) yield "melds none";
}

function trickLine(plays, start, calls, notes) {
  let { seat } = plays[start];
  const parts = [`${start / SEATS.length + 1}${seat}`, ...(start ? [] : notes.get(0) || [])];
  let joins = false;
  plays.slice(start, start + SEATS.length).forEach((play, place) => {
    const count = start + place;
    if (calls.has(count)) {
      parts.push(...calls.get(count));
      joins = false;
    }
    if (play.seat !== seat) {
      parts.push(`${play.seat}:${small([play.card])}`);
      joins = false;
    } else if (joins) {
      parts.push(parts.pop() + small([play.card]));
    } else {
      parts.push(small([play.card]));
      joins = true;
    }
    seat = leftOf(play.seat);
    if (notes.has(count + 1)) {
      parts.push(...notes.get(count + 1));
      joins = false;
    }
  });
  if (start + SEATS.length >= plays.length) parts.push(...(calls.get(plays.length) || []));
  return parts.join(" ");
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
    const follows = place < plays.length && plays[place].seat === meld.seat;
    const implied = inTurn || !(follows && place === first && meld.kind !== "belle");
    const word = meldWord(meld, implied ? "" : `@${place}`, follows ? "" : `${meld.seat}:`);
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

function* eventLines({ plays, declarations, contract, incidents = [], claims = [], laydown, comments = [] }) {
  const here = plays.length || (declarations || contract ? "declaring" : "deal");
  const clock = (at) => (at === here ? "" : ` @${at ?? "-"}`);
  for (const found of incidents) yield incidentWords(found) + clock(found.at);
  for (const claim of claims) yield claimWords(claim) + clock(claim.at);
  if (laydown) {
    const order = laydown.order ? ` order ${small(laydown.order)}` : "";
    yield `laydown ${laydown.by}${laydown.agreed ? " agreed" : ""}${order}${clock(laydown.at)}`;
  }
  const last = plays.length || -1;
  for (const note of comments) if ((EARLY[note.at] ?? note.at) > last) yield comment(note.text, note.at);
}

function incidentWords({ kind, seat, to, card, trick, quote, called }) {
  const words = ["incident", kind];
  if (seat) words.push(seat);
  if (to) words.push(`to ${to}`);
  if (card) words.push(`card ${small([card])}`);
  if (trick) words.push(`trick ${trick}`);
  if (quote !== undefined) words.push(`quote ${quoted(quote)}`);
  if (called !== undefined) words.push(`called ${called}`);
  return words.join(" ");
}

function claimWords({ by, against, infraction, trick, reviewed, withdrawn }) {
  const words = ["claim", by || "-", "against", against];
  if (infraction) words.push(infraction);
  if (trick) words.push(`trick ${trick}`);
  if (reviewed) words.push("reviewed");
  if (withdrawn) words.push("withdrawn");
  return words.join(" ");
}
