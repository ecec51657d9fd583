// What a text says of calls, tricks, melds and moments.
const CARD = /jk|[7-9tjqka][cdhs]|\?\?/g;
const MELD = /^(?:(\w+):)?\+(\w+?)(?:@([\w?]+))?(?:=([\w?-]*?)(?:@([\w?]+))?)?$/;

function cardsIn(text) {
  return (text.match(CARD) || []).map((card) => (card === "??" ? null : card.toUpperCase()));
}

// A moment as the record has it: a count of cards, a word, or null where nobody noted it.
function momentIn(text) {
  return text === "?" ? null : (numberOr(text) ?? text);
}

function clockIn(word = "") {
  return word[0] === "@" ? momentIn(word.slice(1)) : undefined;
}

function hereIn({ plays, declarations, contract, exchanges }) {
  return plays.length || (declarations || contract || exchanges ? "declaring" : "deal");
}

// When something happened that stands after the tricks; at no moment where the clock is a dash.
function atIn(record, words) {
  const at = clockIn(words.at(-1)) ?? hereIn(record);
  return at === "-" ? {} : { at };
}

function readNote(record, word, here) {
  const [, clock, text] = /^\{(@\S+ )?([^]*)\}$/.exec(word);
  (record.comments ||= []).push({ at: clockIn(clock?.trim()) ?? here, text: textIn([text]) });
}

function readCalls(record, words, reading) {
  const shorts = record.format === "clabber-hand/1" ? CALL_SHORT : TABLES.callsShort;
  record.declarations ||= [];
  for (const word of words.filter((one) => !["/", "none"].includes(one))) {
    const [, owner, short, cards, at] = /^(?:(\w+):)?(\w+)(?:=([\w?-]+))?(?:@(\w+))?$/.exec(word);
    const call = nameOf(shorts, short) || short.replace(/hc$/, "HC");
    const seat = owner || reading.turn;
    tellIn(record, { seat, call, cards: cards && cardsIn(cards), at: momentIn(at) });
    if (!TABLES.noTurn.includes(call)) reading.turn = reading.next[seat];
  }
}

// A trick: who led, then cards clockwise past those who are out, each perhaps with its seat; calls and notes stand among them.
function readTrick(reading, head, words) {
  const { record, seats } = reading;
  const { plays, declarations, contract, format } = record;
  const next = format === "clabber-hand/1" ? reading.next : follows(seats, seatsOut(seats, declarations?.length ? declarations : null, contract));
  let seat = /\d+(\w+)/.exec(head)[1];
  let waiting = [];
  for (const word of words) {
    if (word[0] === "{") readNote(record, word, plays.length);
    else if (word.includes("+")) waiting.push(word);
    else {
      const [, owner, cards, named] = /^(?:(\w+):)?([^=]+)(?:=(\w))?$/.exec(word);
      seat = owner || seat;
      waiting.forEach((call) => takeMeld(record, call, seat));
      waiting = [];
      for (const card of cardsIn(cards)) {
        plays.push({ seat, card, ...(named ? { named: named.toUpperCase() } : {}) });
        seat = next[seat];
      }
    }
  }
  waiting.forEach((call) => takeMeld(record, call, seat));
}

// A call among the cards: in turn directly before its seat's first card, belle apart; else at the clock of its place.
function takeMeld(record, word, next) {
  const meld = meldIn(word, next);
  const first = !word.includes(":") && !record.plays.some(({ seat }) => seat === meld.seat);
  if (!("announced" in meld) && (!first || meld.kind === "belle")) meld.announced = record.plays.length;
  (record.melds ||= []).push(meld);
}

function meldIn(word, next) {
  const [, owner, short, announced, cards, shown] = MELD.exec(word);
  const meld = { seat: owner || next, kind: nameOf(KIND_SHORT, short) };
  if (announced !== undefined) meld.announced = momentIn(announced);
  if (cards === "-") return { ...meld, shown: "never" };
  if (cards) meld.cards = cardsIn(cards);
  if (shown !== undefined) meld.shown = momentIn(shown);
  return meld;
}
