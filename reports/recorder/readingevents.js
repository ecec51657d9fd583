// What a text says of tricks, of melds, of what no card shows, and of the sheet.

// A trick: its number and who led, then the cards clockwise past those who are out; calls and notes stand among them.
function readTrick(reading, all, [, number, letters]) {
  const { record, seats, isClabber } = reading;
  const words = [...all];
  while ("{;".includes(words[0][0])) readNote(reading, words.shift());
  words.shift();
  const seat = seatIn(reading, letters || words.shift());
  const out = isClabber ? [] : seatsOut(seats, record.declarations?.length ? record.declarations : null, record.contract);
  must(Number(number) === reading.trick + 1 && !reading.room && (!reading.winner || reading.winner === seat));
  Object.assign(reading, { trick: Number(number), winner: null, out, width: Math.max(1, seats.length - out.length), at: record.plays.length });
  reading.room = reading.width;
  const fallen = record.plays.length;
  readCards(reading, words, seat);
  must(record.plays.length > fallen);
  reading.at = record.plays.length;
}

function readCallsBetween(reading, words) {
  const { room } = reading;
  reading.room = 0;
  readCards(reading, words, "");
  reading.room = room;
}

function readCards(reading, words, first) {
  const { record, seats, out = [], isClabber } = reading;
  const next = follows(seats, out);
  let seat = first;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    const [, owner, rest] = /^(?:([^:+]*):)?(.*)$/.exec(word);
    if ("{;".includes(word[0])) readNote({ ...reading, at: record.plays.length }, word);
    else if (word[0] === ">") {
      const winner = seatIn(reading, word === ">" ? words[at += 1] : word.slice(1));
      must(!reading.room && (!reading.winner || reading.winner === winner));
      reading.winner = winner;
    } else if (isClabber && rest[0] === "+") {
      must(owner || typeof reading.at === "number");
      calledIn(reading, word, true);
    } else {
      const [cards, named, ...more] = rest.split("=");
      must(cards && !more.length && (named === undefined || !isClabber));
      if (owner !== undefined) seat = seatIn(reading, owner);
      for (const card of cardsIn(reading, cards)) {
        const counts = !out.includes(seat);
        must(!counts || reading.room);
        settleCalls(reading, seat);
        record.plays.push({ seat, card });
        reading.room -= Number(counts);
        seat = next[seat];
      }
      if (named !== undefined) record.plays.at(-1).named = suitIn(named);
    }
  }
}

// A call or a showing: among the cards it waits for the next one, which may tell whose it is.
function calledIn(reading, word, among) {
  const [, named, name, at, equals, cards, shown] = must(/^(?:([^:+=]*):)?\+?([\w-]+)(?:@([^=]*))?(=([^@]*)(?:@(.*))?)?$/.exec(word));
  const showing = among && name.toLowerCase() === "show";
  const meld = showing ? {} : { kind: must(KIND_WORDS[name.toLowerCase()]) };
  const owner = named === undefined ? must(among) && null : seatIn(reading, named);
  if (!showing) reading.melds.push(meld);
  if (at !== undefined) meld[showing ? "shown" : "announced"] = momentIn(reading, at);
  if (cards === "-") meld.shown = "never";
  else if (cards) meld.cards = knownCards(reading, cards);
  must(!equals || cards || shown !== undefined);
  if (shown !== undefined) meld.shown = momentIn(reading, must(!("shown" in meld)) && shown);
  const clock = typeof reading.at === "number" ? reading.record.plays.length : reading.at;
  if (!among) Object.assign(meld, { seat: owner });
  else reading.pending.push({ meld, owner, showing, clock });
  if (among && typeof reading.at !== "number") settleCalls(reading, null);
}

function settleCalls(reading, player) {
  const waiting = reading.pending.splice(0);
  for (const { meld, owner, showing, clock } of waiting) {
    const seat = must(owner || player);
    const before = seat === player ? reading.record.plays.filter((play) => play.seat === seat).length : null;
    if (showing) {
      const called = must(reading.melds.find((one) => one.seat === seat && one.kind !== "belle" && !("cards" in one) && !("shown" in one)));
      Object.assign(called, before === 1 ? {} : { shown: clock }, meld);
    } else {
      meld.seat = seat;
      if (!("announced" in meld) && (before !== 0 || meld.kind === "belle")) meld.announced = clock;
    }
  }
}

// What waited for the end of the hand.
function finish(reading) {
  const { record, melds, winner, explicit } = reading;
  settleCalls(reading, null);
  if (winner) (record.comments ||= []).push({ at: record.plays.length, text: `> ${winner}` });
  for (const meld of melds) for (const key of ["announced", "shown"]) if (meld[key] === "in_turn") delete meld[key];
  if (melds.length) put(record, "melds", melds);
  for (const path of explicit) writeOut(record, path);
  for (const read of reading.told) read();
  for (const { versions } of record.accounts || []) must(versions.length > 1);
}

// A key that is written out although it says what is so without it.
function writeOut(record, path) {
  const [key, ...more] = path.split(".").reverse();
  const [which, name] = more.length > 1 ? more : ["", more[0]];
  const empty = (...keys) => keys.includes(key);
  const told = {
    players: {}, teams: {}, score: {}, sheet: {}, before: {}, hickeys: {}, burns: {}, after: {}, hands: {}, announced: "in_turn", shown: "in_turn", pack: USUAL_PACK, seats: COMPASS,
  }[key] ?? (empty("disordered", "incidents", "claims", "agreements", "comments", "remarks", "seen_by", "witnesses") || path === "laydown.order" || /^agreements\..*by$/.test(path) || path.startsWith("melds.") ? [] : null);
  const value = empty("agreed", "reviewed", "withdrawn", "alone", "forced", "in_play") ? false : path === "contract.kind" ? "bid" : told;
  const list = which === "*" ? record[name] || [] : which.split(",").map((at) => record[name]?.[at]);
  for (const part of which ? list : [name ? record[name] : record]) if (!(key in must(part))) part[key] = value;
}

function readIncident(reading, [word = "", ...words]) {
  const kind = must(Object.keys(TABLES.incidents).find((one) => one === word.toLowerCase().replaceAll("-", "_")));
  const incident = { kind };
  for (let at = 0; at < words.length; at += 1) {
    const key = words[at].toLowerCase();
    const told = () => words[at += 1];
    if (key === "to") put(incident, key, seatIn(reading, told()));
    else if (key === "trick") put(incident, key, countIn(told()));
    else if (key === "card") put(incident, key, must(oneCard(reading, [told()])));
    else if (key === "quote") put(incident, key, unquotedIn(told()));
    else if (key === "called") put(incident, key, clockOfWord(reading, must(told() && words[at])));
    else if (key === "for") put(incident, "replaced_by", must(oneCard(reading, [told()])));
    else if (key === "seen") at = seatsIn(reading, words, at, put(incident, "seen_by", []));
    else if (key === "by") putBy(reading, incident, told());
    else if (["believed", "helped"].includes(key)) put(incident, key, seatIn(reading, told()));
    else if (key === "in") put(incident, "in_play", must((told() || "").toLowerCase() === "play"));
    else if (key === "order") put(incident, key, countIn(told()));
    else if (key[0] === "@") put(incident, "at", key === "@-" ? null : clockOfWord(reading, key));
    else put(incident, "seat", seatIn(reading, key));
  }
  stands(reading, "incidents", incident);
}

function readAgreed(reading, [what = "", ...words]) {
  const agreed = { what: must(["waive", "redeal", "play_on"].find((one) => one === what.toLowerCase().replaceAll("-", "_"))) };
  for (let at = 0; at < words.length; at += 1) {
    const key = words[at].toLowerCase();
    if (key[0] === "\"") put(agreed, "text", unquotedIn(words[at]));
    else if (key === "by") at = seatsIn(reading, words, at, put(agreed, "by", []));
    else if (key === "order") put(agreed, key, countIn(words[at += 1]));
    else put(agreed, must(key[0] === "@") && "at", clockOfWord(reading, key));
  }
  stands(reading, "agreements", agreed);
}

// Without a clock of its own it stands where it is written; at no moment where the clock is a dash.
function stands({ record, at }, list, event) {
  if (!("at" in event)) event.at = at;
  else if (event.at === null) delete event.at;
  if (list) (record[list] ||= []).push(event);
}

function readClaim(reading, [by, against = "", whom, ...words]) {
  must(["against", "vs"].includes(against.toLowerCase()));
  const claim = { by: by === "-" ? null : seatIn(reading, by), against: sideIn(reading, whom, true) || seatIn(reading, whom) };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at].toLowerCase();
    const infraction = Object.keys(TABLES.infractions).find((one) => one === word.replaceAll("_", "-"));
    if (infraction) put(claim, "infraction", infraction);
    else if (["reviewed", "withdrawn"].includes(word)) put(claim, word, true);
    else if (word === "by") put(claim, "reviewed_by", personIn(reading, words[at += 1]));
    else if (word === "watched") at = peopleIn(reading, words, at, put(claim, "witnesses", []));
    else if (word === "order") put(claim, word, countIn(words[at += 1]));
    else if (word[0] === "@") put(claim, "at", clockOfWord(reading, word));
    else put(claim, "trick", countIn(word === "trick" ? words[at += 1] : word));
  }
  stands(reading, "claims", claim);
}

function readLaydown(reading, [by, ...words]) {
  const laydown = put(reading.record, "laydown", { by: seatIn(reading, by) });
  for (const word of words) {
    if (word[0] === "@") put(laydown, "at", clockOfWord(reading, word));
    else if (laydown.order) laydown.order.push(...knownCards(reading, word));
    else if (word.toLowerCase() === "order") laydown.order = [];
    else put(laydown, must(word.toLowerCase() === "agreed") && "agreed", true);
  }
  must(!laydown.order || laydown.order.length);
  stands(reading, null, laydown);
}

// Points; below zero only where the game has it.
function pointsIn({ isClabber }, word = "") {
  const plain = word.toLowerCase().replace(/,+$/, "").replace("\u2212", "-");
  return must((isClabber ? /^\d{1,9}$/ : /^[+-]?\d{1,9}$/).test(plain)) && Number(plain);
}

function readSideScore(reading, [side, word = "", ...rest]) {
  const score = (reading.record.score ||= {});
  const plain = word.toLowerCase().replace(/,+$/, "");
  const tracks = plain === "turkey" && rest[0]?.toLowerCase() === "tracks";
  const marks = reading.isClabber ? MARK_TEXTS : { ...MARK_TEXTS, set: "set" };
  const mark = tracks ? "XXX" : marks[plain] || (["XX", "XXX", "-", "--", "R"].includes(plain.toUpperCase()) && plain.toUpperCase());
  put(score, sideIn(reading, side), mark || pointsIn(reading, plain));
  return tracks ? rest.slice(1) : rest;
}

// What the sheet breaks down; what names no part of it is the score.
function readSheet(reading, words) {
  reading.at = "scored";
  const parts = reading.isClabber ? Object.fromEntries([...TABLES.sheet.map(([part, word]) => [word, part]), ["last_trick", "last_trick"]]) : { tricks: "tricks" };
  const part = (word) => parts[word?.toLowerCase()];
  for (let rest = must(words.length && words); rest.length;) {
    const side = sideIn(reading, rest[0]);
    if (rest.length > 1 && !part(rest[1]) && !sideIn(reading, rest[1], true)) {
      rest = readSideScore(reading, rest);
      continue;
    }
    const line = put((reading.record.sheet ||= {}), side, {});
    for (rest = rest.slice(1); part(rest[0]); rest = rest.slice(2)) put(line, part(rest[0]), countIn(rest[1]));
  }
}
