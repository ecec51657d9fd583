// What a text says that people tell differently: the versions that this page makes, and the plainest others.
// The lines of accounts, kept until the rest of the hand is read.
function readAccount({ record }, words) {
  (record.accounts ||= []).push({ about: textIn(words), versions: [] });
}

function toldLater(read) {
  return (reading, words) => {
    const account = must(reading.record.accounts).at(-1);
    reading.told.push(() => read(reading, account, words));
  };
}

const readSays = toldLater((reading, { versions }, words) => {
  const end = words.findIndex((word) => word[0] !== '"' && word.endsWith(":"));
  const names = must(end >= 0) && words.slice(0, end + 1).map((word) => (word[0] === '"' ? word : word.replace(/:$/, "")));
  const version = { told_by: names.filter(Boolean).flatMap((name) => tellerIn(reading, name)) };
  const change = words.slice(end + 1);
  const [set, remove] = [{}, []];
  if (change.join(" ").toLowerCase() !== "as written") for (const part of parted(change)) readChange(reading, part, set, remove);
  if (Object.keys(set).length || !remove.length) version.set = set;
  if (remove.length) version.remove = remove;
  versions.push(version);
});

function tellerIn(reading, name) {
  if (name[0] === '"') return [unquotedIn(name)];
  const side = sideIn(reading, name, true);
  const seat = reading.seats.find((one) => one === name || one.toLowerCase() === name || TABLES.seatNames[one]?.toLowerCase() === name.toLowerCase());
  return seat ? [seat] : side ? side.match(/P\d|[NESW]/g) : [name.toLowerCase() === "sheet" ? "sheet" : name];
}

// An incident or a claim more.
function readAlso(reading, [head, ...words], set) {
  const list = must({ incident: "incidents", claim: "claims" }[head.toLowerCase()]);
  const { incidents, claims } = reading.record;
  const scratch = { ...reading, record: { ...reading.record, incidents: [], claims: [] } };
  LINES[head.toLowerCase()](scratch, words);
  const [found] = scratch.record[list];
  if ({ incidents, claims }[list]) set[`/${list}/-`] = found;
  else set[list] = [found];
}

// One change of a version: `set`, `remove`, `also`, `without`, a claim at another moment, a card, or no melds.
function readChange({ record, width, ...reading }, [head = "", first = "", second = "", ...more], set, remove) {
  if (head.toLowerCase() === "also") return readAlso({ ...reading, record, width }, must(first) && [first, second, ...more].filter(Boolean), set);
  const word = head.toLowerCase();
  const place = /^([1-9]\d?)\.([1-9])$/.exec(word);
  const listed = { claim: "claims", incident: "incidents" }[(word === "without" ? first : word).toLowerCase()];
  const at = listed && countIn(word === "without" ? second : first) - 1;
  must(!more.length && (!listed || record[listed]?.[at]));
  if (word === "set") set[unquotedIn(first)] = JSON.parse(unquotedIn(second));
  else if (word === "remove") remove.push(must(!second) && unquotedIn(first));
  else if (word === "without" && listed) remove.push(`/${listed}/${at}`);
  else if (listed) set[`/${listed}/${at}/at`] = clockOfWord({ ...reading, record, width }, must(second[0] === "@") && second);
  else if (word === "melds") set.melds = must(isNone([first]) && !second) && [];
  else if (place) {
    const clock = (Number(place[1]) - 1) * width + Number(place[2]) - 1;
    must(Number(place[2]) <= width && record.plays[clock] && !second && !reading.out?.length);
    set[`/plays/${clock}/card`] = oneCard(reading, [first]);
  } else {
    const [, seat, kind] = must(word === "without" && !second && /^([^:]+):\+([\w-]+)$/.exec(first));
    const called = record.melds?.flatMap((one, at) => (one.seat === seatIn(reading, seat) && one.kind === KIND_WORDS[kind.toLowerCase()] ? [at] : []));
    remove.push(`/melds/${must(called?.length === 1) && called[0]}`);
  }
}

const readBelieved = toldLater((reading, account, [who, ...words]) => {
  const number = /^v([1-9])$/.exec(must(who));
  const found = { version: number ? Number(number[1]) : account.versions.findIndex(({ told_by: by }) => by.includes(tellerIn(reading, who)[0])) + 1 };
  for (let at = 0; at < words.length; at += 2) {
    const key = must(["by", "on", "because"].find((one) => one === words[at].toLowerCase()));
    put(found, key, must(words[at + 1]) && (words[at + 1][0] === '"' ? unquotedIn(words[at + 1]) : words[at + 1]));
  }
  put(account, "found", must(found.version && found.by && found.because) && found);
});
