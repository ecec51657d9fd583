// From the canonical text of `.clab` to records. Each is written again and has to give the text that was read, so that nothing
// is misread; a text in another form `clabber-audit fmt` brings into this one.
const WORDS = /\{(?:@\S+ )?"(?:\\.|[^"\\])*"\}|\{[^}]*\}|"(?:\\.|[^"\\])*"|[^\s"{}]+/g;
const OF_A_MATCH = ["hand", "rules", "seats", "teams", "context"];
const FRAMES = Object.fromEntries(Object.entries(FORMS).map(([format, { frame }]) => [frame, format]));

// The hands of a text: {id, record}; without a record where a line is not understood, or the sum under them is another.
function handsIn(text) {
  const hands = [];
  for (const line of text.split("\n")) {
    if (wordsOf(line).join(" ") in FRAMES) hands.push([]);
    if (line.trim() && hands.length) hands.at(-1).push(line);
  }
  return hands.map(handIn);
}

function wordsOf(line) {
  return line.match(WORDS) || [];
}

function handIn(lines) {
  const told = lines.map((one) => wordsOf(one).join(" "));
  const id = told.find((one) => one.startsWith("hand "))?.slice(5);
  const sum = told.at(-1).startsWith("sum ") ? told.pop() : null;
  if (sum && sum !== `sum ${sumOf(lines.slice(0, -1))}`) return { id, line: sum };
  const record = { format: FRAMES[told[0]], id, deal: {}, plays: [] };
  const reading = { record, seats: COMPASS, next: follows(COMPASS, []), turn: null };
  let line;
  try {
    for (let at = 1; at < told.length; at += 1) {
      line = told[at];
      readLine(reading, wordsOf(line));
    }
    const again = clabOf(record).split("\n").map((one) => wordsOf(one).join(" "));
    line = told.find((one, at) => one !== again[at]) || again[told.length];
  } catch {
    // The line says why.
  }
  return line ? { id, line } : { id, record };
}

// What the code of a score sheet says: a hand of which all is known but who deals and what was played. Null for anything else.
function matchIn(text) {
  const [frame, ...lines] = text.split("\n").filter((line) => line.trim()).map(wordsOf);
  const format = FRAMES[frame?.join(" ")];
  if (!format || !lines.length || lines.some(([word]) => !OF_A_MATCH.includes(word))) return null;
  const record = { format, ruleset: Object.keys(TABLES.rulesets)[0], deal: {}, plays: [] };
  lines.forEach((line) => readLine({ record, seats: COMPASS }, line));
  return record.ruleset in TABLES.rulesets ? record : null;
}

// The sum of a hand's lines, by which a text that was cut short or miscopied is known: CRC-32, as `zip` has
// it, with one blank between words.
function sumOf(lines) {
  let sum = -1;
  for (const byte of new TextEncoder().encode(lines.map((line) => line.trim().split(/\s+/).join(" ")).join("\n"))) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (~sum >>> 0).toString(16).padStart(8, "0");
}

function readLine(reading, [word, ...words]) {
  const { record } = reading;
  if (word[0] === "{") readNote(record, word, hereIn(record));
  else if (/^\d/.test(word)) readTrick(reading, word, words);
  else if (reading.seats.includes(word)) (record.deal.hands ||= {})[word] = cardsIn(words[0]);
  else LINES[word](record, words, reading);
}

const LINES = {
  hand: () => {},
  rules: (record, [id]) => { record.ruleset = id; },
  pack: (record, [pack, , each]) => Object.assign(record, compact({ pack: pack === USUAL_PACK ? null : pack, cards_each: numberOr(each) })),
  seats: (record, words, reading) => {
    const clabber = record.format === "clabber-hand/1";
    const names = namesIn(parted(words).filter(([, ...name]) => clabber || name.join() !== "-"));
    if (some(names)) record.players = names;
    if (clabber || !words.includes("P1")) return;
    reading.seats = record.seats = parted(words).map(([seat]) => seat);
    reading.next = follows(record.seats, []);
  },
  teams: (record, words) => { record.teams = namesIn(parted(words)); },
  context: (record, words) => { record.context = sections(["date", ...words], [...CONTEXT_TEXTS, ...CONTEXT_NUMBERS, "stakes", "moved"], contextPart); },
  source: (record, words) => { record.source = Object.assign({}, ...parted(words).map(sourcePart)); },
  ...Object.fromEntries(["before", "hickeys", "burns", "after"].map((key) => [key, (record, words) => { record[key] = pairs(words, Number); }])),
  deal: (record, [dealer, ...words], reading) => {
    const { cut, due } = pairs(words);
    Object.assign(record.deal, compact({ dealer, cut: numberOr(cut), due_dealer: due }));
    reading.turn = reading.next[dealer];
  },
  up: ({ deal }, [card]) => { [deal.upcard] = cardsIn(card); },
  blind: ({ deal }, [cards]) => { deal.blind = cardsIn(cards); },
  calls: readCalls,
  trump: (record, [seat, strain, ...words]) => {
    const alone = words.includes("alone") || null;
    tellIn(record, { seat, call: "trump", trump: nameOf(TABLES.strains, strain), alone, at: clockIn(words.at(-1)) });
  },
  out: (record, words) => words.map((word) => word.split("@")).forEach(([seat, at]) => tellIn(record, { seat, call: "out", at: momentIn(at) })),
  give: (record, words) => {
    const given = ([between, cards]) => ({ from: between.split(">")[0], to: between.split(">")[1], cards: cardsIn(cards) });
    record.exchanges = words[0] === "none" ? [] : parted(words).map(given);
  },
  contract: (record, [maker, ...words]) => {
    const tricks = numberOr(words.find((word) => /^\d+$/.test(word)));
    const has = (word) => words.includes(word) || null;
    const strain = words.map((word) => nameOf({ ...TABLES.suitNames, ...TABLES.strains }, word)).find(Boolean);
    const kind = words.slice(1).map((word) => nameOf(TABLES.callsShort, word) || (["hc", "pepper", "loner", "pfeffer"].includes(word) && word)).find(Boolean);
    record.contract = compact({ maker, tricks, kind, trump: strain, alone: has("alone"), forced: has("forced") });
  },
  disordered: (record, words) => { record.disordered = words.map(Number); },
  melds: (record, words) => { record.melds = [...(record.melds || []), ...(words[0] === "none" ? [] : words.map((word) => meldIn(word)))]; },
  incident: (record, [kind, ...words]) => {
    const seat = words.length % 2 === Number(words.at(-1)?.[0] === "@") ? null : words.shift();
    const { to, card, trick, quote, called } = pairs(words);
    put(record, "incidents", { kind, seat, to, card: card && cardsIn(card)[0], trick: numberOr(trick), called: momentIn(called) }, words);
    if (quote) record.incidents.at(-1).quote = textIn([quote]);
  },
  claim: (record, [by, , against, ...words]) => {
    const has = (word) => words.includes(word) || null;
    const trick = numberOr(words[words.indexOf("trick") + 1]);
    const infraction = words.find((word) => word in TABLES.infractions);
    put(record, "claims", { against, infraction, trick: has("trick") && trick, reviewed: has("reviewed"), withdrawn: has("withdrawn") }, words);
    Object.assign(record.claims.at(-1), { by: by === "-" ? null : by });
  },
  laydown: (record, [by, ...words]) => {
    const order = words.includes("order") ? cardsIn(words[words.indexOf("order") + 1]) : null;
    record.laydown = { ...compact({ by, agreed: words.includes("agreed") || null, order }), ...atIn(record, words) };
  },
  score: (record, words) => { record.score = pairs(words, (points) => numberOr(points) ?? points); },
  sheet: (record, words) => {
    const parts = (line) => pairs(line, Number);
    const whole = sections(words, SIDES, (side, line) => ({ [side]: parts(line) }));
    const named = (line) => Object.fromEntries(Object.entries(line).map(([word, points]) => [TABLES.sheet.find(([, short]) => short === word)?.[0] || word, points]));
    record.sheet = Object.fromEntries(Object.entries(whole).map(([side, line]) => [side, named(line)]));
  },
  remark: (record, words) => { record.remarks = [...(record.remarks || []), textIn(words)]; },
};

// The parts of a line that its keys begin.
function sections(words, keys, read) {
  const starts = words.flatMap((word, at) => (keys.includes(word) ? [at] : []));
  return Object.assign({}, ...starts.map((start, place) => read(words[start], words.slice(start + 1, starts[place + 1]))));
}

function contextPart(key, words) {
  if (!words.length) return {};
  if (key === "stakes") return { stakes: { game: Number(words[0]), set: Number(words[1]) } };
  return { [key]: CONTEXT_NUMBERS.includes(key) ? Number(words[0]) : textIn(words) };
}

function sourcePart(words) {
  if (!words.length) return {};
  if (words[0] === "by") return { recorded_by: textIn(words.slice(1)) };
  return words.length === 1 && TABLES.sourceWords.includes(words[0]) ? { kind: words[0] } : { citation: textIn(words) };
}

function put(record, list, thing, words) {
  (record[list] ||= []).push({ ...compact(thing), ...atIn(record, words) });
}

// What was said and when; a call before the first card has no clock.
function tellIn(record, said) {
  (record.declarations ||= []).push(compact(said));
}

function parted(words) {
  const parts = [[]];
  for (const word of words) word === "/" ? parts.push([]) : parts.at(-1).push(word);
  return parts;
}

function pairs(words, read = (word) => word) {
  return Object.fromEntries(words.flatMap((word, at) => (at % 2 || words[at + 1] === undefined ? [] : [[word, read(words[at + 1])]])));
}

function namesIn(parts) {
  return Object.fromEntries(parts.map(([key, ...name]) => [key, textIn(name)]));
}

function textIn(words) {
  return words.map((word) => (word[0] === '"' ? word.slice(1, -1).replace(/\\(.)/g, "$1") : word)).join(" ");
}

function numberOr(word) {
  return /^-?\d+$/.test(word) ? Number(word) : null;
}

function nameOf(shorts, short) {
  return Object.keys(shorts).find((name) => shorts[name] === short);
}
