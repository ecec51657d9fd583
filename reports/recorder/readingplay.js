// What a text says of seats, cards, calls, tricks, melds and moments.
const CARD = /jk|JK|(?:10|[7-9tjqkaTJQKA])[cdhsCDHS♣♦♥♠♧♢♡♤]|\?\??|[,\ufe0f]/g;
const KIND_WORDS = { dad: "dad", 50: "fifty", fifty: "fifty", 100: "hundred", hundred: "hundred", 200: "two_hundred" };
for (const word of ["two_hundred", "two-hundred", "mule", "mules", "four-boys", "fourboys"]) KIND_WORDS[word] = "two_hundred";
for (const word of ["belle", "bella", "bell", "beller"]) KIND_WORDS[word] = "belle";

// The seat that a word names; of a word that may be another none.
function seatIn({ seats, isClabber }, word = "", perhaps = false) {
  const plain = word.toLowerCase().replace(/[:,.]+$/, "");
  const known = perhaps && !isClabber ? [...COMPASS, ...TABLES.seatings[6]] : seats;
  const seat = known.find((one) => [one, COMPASS.includes(one) && TABLES.seatNames[one]].some((name) => name && name.toLowerCase() === plain));
  return perhaps ? seat : must(seat);
}

// A side by the letters of its seats, apart or together.
function sideIn({ sides }, word = "", perhaps = false) {
  const plain = word.toLowerCase().replace(/[:,]+$/, "");
  const side = sides.find((one) => ["", "-", "/"].some((mark) => one.join(mark).toLowerCase() === plain))?.join("");
  return perhaps ? side : must(side);
}

function suitIn(word = "") {
  const plain = word.toLowerCase().replace(/[:,]+$/, "");
  return must(SUIT_WORDS.find(([, names]) => names.includes(plain)))[0];
}

function strainIn(word = "") {
  const plain = word.toLowerCase().replace(/[:,]+$/, "");
  const named = { notrump: "NT", "no-trump": "NT", notrumps: "NT", nt: "NT", high: "HIGH", low: "LOW" }[plain];
  return named || suitIn(plain);
}

// The cards of a word, all of it; null is one that is not known.
function cardsIn({ isClabber }, text) {
  const pieces = text.match(CARD) || [];
  must(pieces.join("") === text && !(isClabber && pieces.some((piece) => /[78]|jk/i.test(piece))));
  return pieces.filter((piece) => !",\ufe0f".includes(piece)).map((piece) => {
    if (piece[0] === "?") return null;
    return piece.toUpperCase() === JOKER ? JOKER : piece.slice(0, -1).toUpperCase().replace("10", "T") + suitIn(piece.at(-1));
  });
}

function knownCards(reading, text) {
  const cards = cardsIn(reading, text);
  return must(!cards.includes(null)) && cards;
}

function oneCard(reading, [word = "", ...more]) {
  const cards = cardsIn(reading, word);
  return must(cards.length === 1 && !more.length) && cards[0];
}

function cardsOrNone(reading, words) {
  return words.join() === "-" ? [] : must(words.length && words).flatMap((word) => cardsIn(reading, word));
}

// A moment: a word, a count of cards, or a trick and a place in it.
function clockOfWord({ isClabber, seats, width, record }, word) {
  const plain = word.toLowerCase().replace(/^@/, "").replace(/,+$/, "");
  if (["deal", "declaring", "turned", "scored"].includes(plain)) return plain;
  const [, trick, card] = must(/^(\d+)(?:\.(\d))?$/.exec(plain));
  const most = isClabber ? 24 : 48;
  if (card === undefined) return must(Number(trick) <= most && String(Number(trick)) === trick) && Number(trick);
  const each = record.cards_each || Math.ceil(most / seats.length);
  must(trick > 0 && trick <= each && card <= width);
  return (trick - 1) * width + Number(card);
}

// When a meld was called or shown: null where nobody wrote it down.
function momentIn(reading, word) {
  return word === "?" ? null : { turn: "in_turn", in_turn: "in_turn", never: "never" }[word.toLowerCase()] ?? clockOfWord(reading, word);
}

function readNote(reading, word) {
  must(word[0] === ";" || word.at(-1) === "}");
  let body = (word[0] === ";" ? word.slice(1) : word.slice(1, -1)).trim();
  let { at } = reading;
  if (body[0] === "@") {
    const [named] = body.split(/\s/);
    at = clockOfWord(reading, named);
    body = body.slice(named.length).trim();
    must(body);
  }
  if (body) (reading.record.comments ||= []).push({ at, text: /^"(?:[^"\\]|\\.)*"$/.test(body) ? unquotedIn(body) : body });
}

function readHand(reading, seat, [, ...words]) {
  const hands = (reading.record.deal.hands ||= {});
  must(reading.seats.includes(seat) && words.length);
  put(hands, seat, words.join() === "-" ? [] : words.flatMap((word) => knownCards(reading, word)));
}

function readSeats(reading, words) {
  const { record, isClabber } = reading;
  const players = record.players || {};
  const seats = parted(words).map(([word, ...name]) => {
    const seat = must(seatIn(reading, word, true));
    if (isClabber || name.join() !== "-") put(players, seat, textIn(name));
    return seat;
  });
  if (some(players)) record.players = players;
  if (seats.every((seat) => COMPASS.includes(seat))) return;
  must(seats.length > 2 && TABLES.seatings[6].slice(0, seats.length).join() === seats.join() && !record.deal.dealer && !record.declarations);
  put(record, "seats", seats);
  sitAt(reading, seats);
}

// A text before the first key is the date.
function readContext({ record, isClabber }, words) {
  const context = put(record, "context", {});
  const keys = TABLES.contextWords[isClabber ? "clabber 1" : "bid-euchre 1"];
  must(!words.length || keys.includes(words[0]) || !keys.includes(words[0].toLowerCase()));
  const starts = words.flatMap((word, at) => (keys.includes(word) ? [at] : []));
  if (words.length && starts[0] !== 0) put(context, "date", textIn(words.slice(0, starts[0])));
  starts.forEach((start, place) => {
    const [key, ...told] = words.slice(start, starts[place + 1]);
    const number = CONTEXT_NUMBERS.includes(key);
    must(told.length === { stakes: 2, moved: 1 }[key] || CONTEXT_TEXTS.includes(key) || (number && told.length === 1));
    if (key === "stakes") put(context, key, { game: countIn(told[0]), set: countIn(told[1]) });
    else put(context, key, number ? countIn(told[0]) : key === "moved" ? seatIn({ seats: COMPASS.concat(TABLES.seatings[6]) }, told[0]) : textIn(told));
  });
}

// The calls from the dealer's left, in two rounds.
function readCalls(reading, words) {
  reading.at = "declaring";
  const { record, next, seats } = reading;
  const calls = put(record, "declarations", []);
  if (isNone(words)) return;
  let seat = must(words.length && next[record.deal.dealer]);
  let second = false;
  const firstRound = () => calls.findIndex((_, at) => new Set(calls.slice(0, at + 1).map((call) => call.seat)).size === seats.length) + 1;
  for (const word of words) {
    if (word === "/") {
      must(!second);
      const end = firstRound();
      if (end) for (const call of calls.slice(end)) call.round ??= 1;
      second = calls.length !== end || !end;
      continue;
    }
    const [, owner, short, round] = must(/^(?:(.+):)?(.+?)(?:\.([12]))?,*$/.exec(word));
    const plain = short.toLowerCase();
    const call = { p: "pass", pass: "pass", play: "play", accept: "play" }[plain] || suitIn(plain);
    const told = { seat: owner ? seatIn(reading, owner) : seat, call };
    if (round || second) told.round = Number(round || 2);
    calls.push(told);
    seat = next[told.seat];
  }
}

// What was bid, past those whose call takes no turn.
function readBids(reading, words) {
  const { record, next } = reading;
  if (isNone(words)) {
    reading.at = "declaring";
    return put(record, "declarations", []);
  }
  const spoken = (record.declarations || []).filter(({ call }) => !ASIDE.includes(call));
  let turn = must(words.length && next[spoken.length ? spoken.at(-1).seat : record.deal.dealer]);
  return declare(reading, words.map((word) => {
    const [, owner, told, at] = must(/^(?:(.+):)?([^@]*)(?:@(.*))?$/.exec(word));
    const [short, cards] = told.split("=");
    const plain = short.toLowerCase().replace(/,+$/, "");
    const call = must(TABLES.calls.find((one) => [one, one.replaceAll("_", "-"), TABLES.callsShort[one]].some((name) => name?.toLowerCase() === plain)));
    must((owner || !TABLES.noTurn.includes(call)) && (call === "bottoms") === (cards !== undefined));
    const said = { seat: owner ? seatIn(reading, owner) : turn, call };
    if (at !== undefined) said.at = clockOfWord(reading, at);
    if (cards !== undefined) said.cards = cards === "-" ? [] : knownCards(reading, cards);
    if (!TABLES.noTurn.includes(call)) turn = next[said.seat];
    return said;
  }));
}

function declare(reading, calls) {
  must(!reading.isClabber);
  reading.at = "declaring";
  (reading.record.declarations ||= []).push(...calls);
}

function readContract(reading, [maker, ...words]) {
  reading.at = "declaring";
  const contract = put(reading.record, "contract", { maker: sideIn(reading, maker, true) || seatIn(reading, maker) });
  if (reading.isClabber) return put(contract, "trump", suitIn(must(words.length === 1) && words[0]));
  put(contract, "tricks", countIn(words.shift()));
  for (const word of words) {
    const plain = word.toLowerCase();
    const kind = TABLES.contractKinds.find((one) => [one, one.replaceAll("_", "-"), TABLES.callsShort[one]].includes(plain));
    if (["alone", "forced"].includes(plain)) put(contract, plain, true);
    else put(contract, kind ? "kind" : "trump", kind || strainIn(word));
  }
  return contract;
}

// The parts between slashes, which stand alone.
function parted(words) {
  const parts = [[]];
  for (const word of words) {
    if (word === "/") parts.push([]);
    else must(word[0] === '"' || !word.includes("/")) && parts.at(-1).push(word);
  }
  return parts;
}

// One quotation, or words with a blank between each two.
function textIn(words) {
  must(words.length && !words.includes("}"));
  const quotes = words.some((word) => word[0] === '"');
  return quotes ? unquotedIn(must(words.length === 1) && words[0]) : words.join(" ");
}

function unquotedIn(word) {
  must(/^"(?:[^"\\]|\\["\\])*"$/.test(word));
  return word.slice(1, -1).replace(/\\(.)/g, "$1");
}

function countIn(word = "") {
  return Number(must(/^(\d{1,9}),*$/.exec(word))[1]);
}

// The seats from the word after a place on; returns the place of the last of them.
function seatsIn(reading, words, from, seats) {
  let at = from;
  while (words[at + 1] && seatIn(reading, words[at + 1], true)) seats.push(seatIn(reading, words[at += 1]));
  must(seats.length);
  return at;
}

// Who did it: the side that gathered a trick, or the name of an outsider.
function putBy(reading, incident, word = "") {
  const side = sideIn(reading, word, true);
  put(incident, side ? "by" : "by_other", side || personIn(reading, word));
}

// A seat, or a name: one word, or several in quotes.
function personIn(reading, word) {
  must(word);
  return word[0] === "\"" ? unquotedIn(word) : seatIn(reading, word, true) || word;
}
