// What people tell differently: one side says that a call, an incident or a claim was not so, or that the claim came too late.
// A step `differ` has the list and place of it, who says so, and what it is about; texts may hold other versions.
const TOLD = { meld: "melds", belle: "melds", incident: "incidents", claim: "claims" };

// The list and place of what an entry noted; null where no one can tell it differently here.
function notedAt(hand, at) {
  const of = hand.record ? null : TOLD[hand.steps[at].do];
  const place = of && tableBefore(hand, at)[of].length;
  return of && !hand.steps.some((step) => step.do === "differ" && step.of === of && step.place === place) ? { of, place } : null;
}

function differButton(hand, at, line) {
  return notedAt(hand, at) ? [make("button", { type: "button", "data-differ": String(at), "aria-label": say("differ-about", { line }) }, say("differ"))] : [];
}

function openDiffer(at) {
  const hand = currentHand(night);
  const noted = notedAt(hand, at);
  const line = linesOf(hand)[at];
  openPanel("differ", { title: say("panel-differ", { line }) });
  Object.assign(panel, { differ: { do: "differ", ...noted, about: plain(aboutOf(hand, noted) || line).slice(0, 80) } });
  show(partOf("late"), noted.of === "claims");
}

// What was noted as the players call it, where they have a word for it: Joe’s dad.
function aboutOf(hand, { of, place }) {
  const { seat, kind, by } = tableNow()[of][place];
  if (of === "incidents" || !(seat || by)) return "";
  return say("about", { seat: shortName(hand.setup, seat || by), what: TABLES.kinds[kind] || say("claim") });
}

// The seats of a side, or the seat.
function seatsOf({ seats, sides }, side) {
  return sides.includes(side) ? seats.filter((seat) => sideOf({ seats, sides }, seat) === side) : [side];
}

function accountsOf({ game, accounts }) {
  return accounts.map(({ of, place, about, against, late, found }) => {
    const own = seatsOf(game, against);
    const others = game.seats.filter((seat) => sideOf(game, seat) !== sideOf(game, own[0]));
    const change = late ? { set: { [`/${of}/${place}/at`]: "turned" } } : { remove: [`/${of}/${place}`] };
    return { about, versions: [{ told_by: others, set: {} }, { told_by: own, ...change }], ...(found && { found }) };
  });
}

// The steps of accounts such as this page makes; of others none.
function differsIn({ accounts = [], seats = COMPASS, ruleset }) {
  const { sides } = gameOf({ ruleset, seats: seats.length });
  return accounts.flatMap(({ about, versions: [, told], found }, account) => {
    const [path = "", ...more] = [...(told.remove || []), ...Object.keys(told.set || {})];
    const [, of, place, late] = /^\/(\w+)\/(\d+)(\/at)?$/.exec(path) || [];
    const side = sides.find((one) => one.match(/P\d|[NESW]/g).join() === told.told_by.join());
    const step = { do: "differ", of, place: Number(place), about, against: side || told.told_by[0], late: Boolean(late) };
    return of && !more.length ? [step, ...(found ? [{ do: "found", account, ...found }] : [])] : [];
  });
}

function* accountLines({ accounts = [], melds = [] }) {
  for (const { about, versions, found } of accounts) {
    yield `account ${written(about)}`;
    for (const version of versions) yield `says ${version.told_by.map(tellerWord).join(" ")}: ${changesOf(version, melds).join(" / ") || "as written"}`;
    const [whom] = found ? versions[found.version - 1].told_by.map(tellerWord) : [];
    if (found) yield `believed ${whom || `v${found.version}`} by ${/^[^\s"{};:/]+$/.test(found.by) ? found.by : quoted(found.by)}${found.on ? ` on ${found.on}` : ""} because ${quoted(found.because)}`;
  }
}

function tellerWord(name) {
  return COMPASS.includes(name) || TABLES.seatings[6].includes(name) || name === "sheet" ? name : quoted(name);
}

function changesOf({ set = {}, remove = [] }, melds) {
  const told = Object.entries(set).map(([path, value]) => {
    const [, claim] = /^\/claims\/(\d+)\/at$/.exec(path) || [];
    return claim && value === "turned" ? `claim ${Number(claim) + 1} @turned` : `set ${quoted(path)} ${quoted(JSON.stringify(value))}`;
  });
  return [...told, ...remove.map((path) => {
    const [, list, place] = /^\/(claims|incidents|melds)\/(\d+)$/.exec(path) || [];
    const { seat, kind } = (list === "melds" && melds[place]) || {};
    if (seat && melds.filter((one) => one.seat === seat && one.kind === kind).length === 1) return `without ${seat}:+${KIND_SHORT[kind]}`;
    return list && list !== "melds" ? `without ${list.slice(0, -1)} ${Number(place) + 1}` : `remove ${quoted(path)}`;
  })];
}
