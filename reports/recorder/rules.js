// A house's own rules, as people write them for the program: chosen like those that ship, and kept for the next night.
const ARE_RULES = /^\s*(?:id|title|extends)\s*=/m;
const IS_BOOK = /^\s*format\s*=\s*["']clabber-precedents\//m;
const KEPT_RULES = "clabber-recorder/rules";
const ID = /^[a-z0-9][a-z0-9._-]{0,63}$/;

// What the page can tell of them by itself: what they are called, and that they change nothing by which a hand is written
// down, so that the game is that of the rules they extend. What else they say is for whoever rules on the hands.
const READING = {
  rules: async (text, name) => {
    const bare = text.replace(/^\s*#.*$/gm, "");
    const [id, title, like] = ["id", "title", "extends"].map((key) => textOfKey(bare.split(/^\s*\[/m)[0], key));
    if (!ID.test(id) || !title || !like) return { refused: say("rules-bare", { name }) };
    if (!(like in TABLES.rulesets)) return { refused: say("rules-like", { name, like, make: say("rules-make") }) };
    const { asked } = TABLES.formats[TABLES.games[TABLES.rulesets[like].game].format];
    const what = new RegExp(`[\\s{,.](${asked})\\s*=`).exec(bare)?.[1];
    return what ? { refused: say("rules-change", { name, what, make: say("rules-make") }) } : { id, title, like, name: `${id}.toml`, text };
  },
};

// The text behind a key that stands on a line of its own.
function textOfKey(lines, key) {
  const found = new RegExp(`^\\s*${key}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\["\\\\])*)"|'([^']*)')`, "m").exec(lines);
  return found ? (found[2] ?? found[1].replace(/\\(.)/g, "$1")) : "";
}

async function takeRules(text, name) {
  const found = await READING.rules(text, name);
  if (!found) return null;
  const { refused, id, title } = found;
  if (refused) return notice(refused);
  if (id in TABLES.rulesets && !TABLES.rulesets[id].text) return notice(say("rules-here", { name, id }));
  addRules(found);
  tryKeeping(KEPT_RULES, JSON.stringify([...keptRules().filter((one) => one.id !== id), found]));
  if (!byId("setup").hidden) chooseRules(id);
  return notice(say("rules-taken", { title }));
}

// Whoever worked out their game gives it along.
function addRules({ id, title, like, name, text, game }) {
  TABLES.rulesets[id] = { title, name, text, game: game ? addGame(game) : TABLES.rulesets[like].game };
  GAMES.clear();
}

function addGame({ order, ...game }) {
  return TABLES.games.push({ ...game, order: TABLES.orders.push(order) - 1 }) - 1;
}

function keptRules() {
  try {
    return JSON.parse(localStorage.getItem(KEPT_RULES)) || [];
  } catch {
    return [];
  }
}

// What another version of the page has kept, and this one cannot place, waits.
function findRules() {
  for (const found of keptRules()) if (found.game || found.like in TABLES.rulesets) addRules(found);
}

// All of a house's own rules that came with a text.
function ownRules() {
  return Object.entries(TABLES.rulesets).filter(([, { text }]) => text).map(([id, { name, text }]) => [id, name, text]);
}
