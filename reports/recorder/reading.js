// From a text of `.clab` to records, in every spelling that the program reads: `schemas/clab.md`. A word that is not
// understood leaves the hand unread, so that nothing is misread.
const WORDS = /[^\s"{};]+|"(?:[^"\\]|\\.)*"|\{\s*(?:@[\w.-]{1,9}\s+)?"(?:[^"\\]|\\.)*"\s*\}|\{[^}]*\}|;.*|\S/g;
const OF_A_MATCH = ["hand", "rules", "seats", "teams", "context"];
const FRAMES = Object.fromEntries(Object.entries(FORMS).map(([format, { frame }]) => [frame.split(" ")[0], format]));
const ALSO = { ruleset: "rules", players: "seats", dealer: "deal", upcard: "up", declarations: "calls", trumps: "trump", "lay-down": "laydown" };
const SUIT_WORDS = Object.entries({ C: "♣♧", D: "♦♢", H: "♥♡", S: "♠♤" }).map(([suit, signs]) => [suit, [suit.toLowerCase(), TABLES.suitNames[suit], TABLES.suitNames[suit].slice(0, -1), ...signs]]);
const MARK_TEXTS = { renege: "R", set: "XXX", hick: "XXX", hicked: "XXX", "turkey-tracks": "XXX" };

// The hands of a text: {id, record, text}; without a record, and with the line, where a line is not understood.
function handsIn(text) {
  const hands = [];
  for (const line of text.replace(/^\ufeff/, "").split(/\r?\n/)) {
    const begins = line.trim().split(/\s/)[0].toLowerCase() in FRAMES;
    if (!hands.length || (begins && hands.at(-1).some((one) => frameOf(one)))) hands.push([]);
    if (line.trim()) hands.at(-1).push(line);
  }
  return hands.filter((lines) => lines.some(frameOf)).map(handIn);
}

function frameOf(line) {
  return FRAMES[line.trim().split(/\s/)[0].toLowerCase().replace(/[.:]+$/, "")];
}

function wordsOf(line) {
  return line.match(WORDS) || [];
}

function handIn(lines) {
  const reading = readingOf(lines.map(frameOf).find(Boolean));
  const { record } = reading;
  const sum = lines.findIndex(isSum);
  let line = lines[sum];
  try {
    must(sum < 0 || wordsOf(line)[1]?.toLowerCase() === sumOf(lines.slice(lines.findIndex(frameOf), sum)));
    for (line of lines) readLine(reading, wordsOf(line));
    finish(reading);
    must(record.format && record.id && record.deal.dealer);
    return { id: record.id, record, text: `${lines.filter((one) => !isSum(one)).join("\n")}\n` };
  } catch {
    return { id: lines.map((one) => /^\s*hand\s+(\S+)/i.exec(one)?.[1]).find(Boolean) || "", line: line.trim() };
  }
}

function isSum(line) {
  return bare(line.trim().split(/\s/)[0]) === "sum";
}

// A record as far as it is read, and what is needed to read on: who sits there, the moment, the trick that is played.
function readingOf(format) {
  const record = { deal: {}, plays: [] };
  const reading = { record, format, isClabber: format === "clabber-hand/1", at: "deal", trick: 0, room: 0, pending: [], melds: [], explicit: [], told: [] };
  sitAt(reading, COMPASS);
  return reading;
}

function sitAt(reading, seats) {
  const { length } = seats;
  const sides = length % 2 ? [] : [0, 1].map((first) => seats.filter((_, place) => place % 2 === first));
  Object.assign(reading, { seats, next: follows(seats, []), width: length, sides: [...sides, ...(reading.isClabber ? [] : seats.map((seat) => [seat]))] });
}

function must(fits) {
  if (!fits) throw new SyntaxError();
  return fits;
}

// What the code of a score sheet says: a hand of which all is known but who deals and what was played. Null for anything else.
function matchIn(text) {
  const [frame, ...lines] = text.split("\n").filter((line) => line.trim());
  const format = frame && frameOf(frame);
  if (!format || !lines.length || lines.some((line) => !OF_A_MATCH.includes(wordsOf(line)[0]))) return null;
  const reading = readingOf(format);
  for (const line of lines) readLine(reading, wordsOf(line));
  const record = { ruleset: Object.keys(TABLES.rulesets)[0], ...reading.record, format };
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

// A line without its comments, which stand at its moment; those of a trick stand among its cards.
function readLine(reading, all) {
  const isNote = (word) => "{;".includes(word[0]);
  const words = all.filter((word) => !isNote(word));
  const before = reading.at;
  if (words.length) {
    let head = bare(words[0]);
    const timed = /^(@[\w.]+|\d{1,2}\.\d)$/.test(words[0]) && words.length > 1;
    if (timed) {
      reading.at = clockOfWord(reading, words.shift());
      head = bare(words[0]);
    }
    const number = /^(\d{1,2})(\w*)$/.exec(head);
    const between = reading.isClabber && words[0].slice(0, 7).includes("+");
    const event = ["incident", "claim", "agreed", "laydown", "lay-down"].includes(head) || between;
    must(event || !timed);
    if (number) return readTrick(reading, all, number);
    const seat = seatIn(reading, words[0], true);
    if (seat) readHand(reading, seat, words);
    else if (between) readCallsBetween(reading, words);
    else must(LINES[ALSO[head] || head])(reading, words.slice(1));
    if (event) {
      notes();
      reading.at = before;
      return null;
    }
  }
  function notes() {
    for (const word of all.filter(isNote)) readNote(reading, word);
  }
  return notes();
}

function bare(word) {
  return word.toLowerCase().replace(/[.:]+$/, "");
}

const LINES = {
  clabber: readFrame,
  "bid-euchre": readFrame,
  hand: (reading, words) => put(reading.record, "id", textIn(words)),
  rules: (reading, words) => put(reading.record, "ruleset", textIn(words)),
  pack: ({ record, isClabber }, [pack, each, count, ...more]) => {
    must(!isClabber && pack in TABLES.packs && !more.length && (!each || each.toLowerCase() === "each"));
    if (pack !== USUAL_PACK) put(record, "pack", pack);
    if (each) put(record, "cards_each", countIn(count));
  },
  seats: readSeats,
  teams: (reading, words) => {
    const teams = (reading.record.teams ||= {});
    for (const [team, ...name] of parted(words)) put(teams, sideIn(reading, team), textIn(name));
  },
  context: readContext,
  source: ({ record }, words) => {
    const source = put(record, "source", {});
    for (const part of words.length ? parted(words) : []) {
      const [first, ...rest] = [part[0]?.toLowerCase(), ...part.slice(1)];
      const key = { by: "recorded_by", dated: "date_as_written", note: "note" }[first];
      const alone = part.length === 1 && TABLES.sourceWords.includes(first);
      if (alone) put(source, TABLES.confidence.includes(first) ? "confidence" : "kind", first);
      else put(source, key || "citation", textIn(key ? rest : part));
    }
  },
  explicit: (reading, words) => { reading.explicit.push(...words.map((word) => word.toLowerCase())); },
  ...Object.fromEntries(["before", "hickeys", "burns", "after"].map((key) => [key, (reading, words) => {
    const told = (reading.record[key] ||= {});
    must(!reading.isClabber && words.length % 2 === 0 && words.length);
    for (let at = 0; at < words.length; at += 2) put(told, sideIn(reading, words[at]), pointsIn(reading, words[at + 1]));
    if (key === "after") reading.at = "scored";
  }])),
  deal: (reading, [dealer, ...words]) => {
    const { deal } = reading.record;
    put(deal, "dealer", seatIn(reading, dealer));
    for (let at = 0; at < words.length; at += 2) {
      const key = words[at].toLowerCase();
      if (key === "cut") put(deal, "cut", countIn(words[at + 1]));
      else put(deal, must(key === "due") && "due_dealer", seatIn(reading, words[at + 1]));
    }
  },
  up: (reading, words) => put(reading.record.deal, "upcard", oneCard(reading, words)),
  blind: (reading, words) => put(reading.record.deal, "blind", cardsOrNone(reading, words)),
  calls: (reading, words) => (reading.isClabber ? readCalls : readBids)(reading, words),
  trump: (reading, [seat, strain, ...words]) => {
    const call = { seat: seatIn(reading, seat), call: "trump", trump: strainIn(strain) };
    for (const word of words) {
      if (word[0] === "@") put(call, "at", clockOfWord(reading, word));
      else call.alone = must(word.toLowerCase() === "alone");
    }
    declare(reading, [call]);
  },
  out: (reading, words) => declare(reading, must(words.length && words).map((word) => {
    const [seat, at] = word.split("@");
    return { seat: seatIn(reading, seat), call: "out", ...(at === undefined ? {} : { at: clockOfWord(reading, at) }) };
  })),
  give: (reading, words) => {
    reading.at = "declaring";
    const given = put(reading.record, "exchanges", []);
    for (const [between, ...cards] of isNone(words) ? [] : parted(words)) {
      const [from, to] = must(between).split(">").map((seat) => seatIn(reading, seat));
      given.push({ from, to: must(to), cards: cardsOrNone(reading, cards) });
    }
  },
  contract: readContract,
  disordered: ({ record }, words) => put(record, "disordered", must(words.length && words).map(countIn)),
  melds: (reading, words) => {
    must(reading.isClabber && words.length);
    if (isNone(words)) put(reading.record, "melds", []);
    else for (const word of words) calledIn(reading, word, false);
  },
  incident: readIncident,
  claim: readClaim,
  agreed: readAgreed,
  laydown: readLaydown,
  account: readAccount,
  says: readSays,
  believed: readBelieved,
  score: (reading, words) => {
    reading.at = "scored";
    must(words.length);
    for (let rest = words; rest.length;) rest = readSideScore(reading, rest);
  },
  sheet: readSheet,
  remark: ({ record }, words) => { (record.remarks ||= []).push(textIn(words)); },
  sum: (reading, words) => must(words.length === 1),
};

function readFrame(reading, words) {
  must(words.join() === "1");
  put(reading.record, "format", reading.format);
}

// A key that is said once.
function put(object, key, value) {
  must(!(key in object) && value !== undefined);
  object[key] = value;
  return value;
}

function isNone(words) {
  return words.length === 1 && ["none", "-"].includes(words[0].toLowerCase());
}

// The people named after a place, up to a time, a number or a word of the line; returns the place of the last of them.
function peopleIn(reading, words, from, people) {
  const ends = (word) => TABLES.claimWords.includes(word) || word.replaceAll("_", "-") in TABLES.infractions || /^(?:@|\d+$)/.test(word);
  let at = from;
  while (words[at + 1] && (at === from || !ends(words[at + 1].toLowerCase()))) people.push(personIn(reading, words[at += 1]));
  must(people.length);
  return at;
}
