// The ruling on a hand, over the recorder: asked for, waited for, shown, saved.
let shown = null;

async function ruleOn(bytes, source, { hand, beliefs = [], decide } = {}) {
  const found = await considered({ ask: "rule", bytes, source, hand, beliefs, book: keptBook() });
  if (found?.hands) offerHands(found.hands, bytes, source);
  else if (found) showRuling(found);
  const again = ({ account, version, by, because, on }) => {
    return ruleOn(bytes, source, { hand, beliefs: [...beliefs, [`${account}=v${version}`, by, because, on]] });
  };
  if (found?.page) offerVersions(found, decide || again);
}

// The decisions of the club, as their book was opened last.
const KEPT_BOOK = "clabber-recorder/book";
function keptBook() {
  try {
    return localStorage.getItem(KEPT_BOOK) || "";
  } catch {
    return "";
  }
}

// Of what people tell differently and the score depends on: whom the arbiter believes, and why. Then it is ruled again.
function offerVersions({ accounts, depends }, decide) {
  const form = byId("ruling-believe");
  show(form, accounts.length > 0);
  form.firstElementChild.open = depends;
  byId("ruling-versions").replaceChildren(...accounts.map(({ account, about, versions }) => {
    const choices = versions.map(({ version, who }) => {
      const choice = button({}, say(who ? "believe" : "believe-nobody", { who, version }));
      choice.addEventListener("click", () => {
        const [by, because] = ["by", "because"].map((name) => plain(form.elements[name].value));
        if (!by || !because) {
          form.reportValidity();
          return tellRuling(say("why-believed"));
        }
        form.elements.because.value = "";
        return decide({ account, version, by, because, on: today() });
      });
      return choice;
    });
    return make("div", { class: "bar", role: "group", "aria-label": about }, make("b", {}, about), ...choices);
  }));
}

// What the judge says to a question; null where there is nothing to show, which is told.
async function considered(question, says = "judging") {
  openRuling();
  if (Judge.lacking) return tellRuling(say(Judge.lacking));
  const waiting = setInterval(showWork, 500, performance.now());
  for (const part of ["ruling-stop", "ruling-works"]) show(byId(part), true);
  tellRuling(say(says));
  const answer = await judge.ask({ ...question, rules: ownRules() });
  clearInterval(waiting);
  for (const part of ["ruling-stop", "ruling-works"]) show(byId(part), false);
  if (!answer) return tellRuling(say("judge-stopped"));
  if (answer.broken) return tellRuling(say("judge-broken", { why: answer.broken.trim().split("\n").at(-1) }));
  return answer.found;
}

// A search that takes long shows that it works.
function showWork(since) {
  const seconds = Math.floor((performance.now() - since) / 1000);
  if (seconds >= 3) tellRuling(say("judging-long", { seconds }));
}

function openRuling() {
  shown = null;
  if (!byId("ruling").open) byId("ruling").showModal();
  for (const part of ["ruling-page", "ruling-save", "ruling-share", "ruling-believe"]) show(byId(part), false);
  byId("ruling-hands").replaceChildren();
}

function tellRuling(words) {
  byId("ruling-says").textContent = words;
}

// Of a ruling that was opened it is told whether its record gives it; what is shown is what the record gives.
function showRuling(found) {
  const { page, refused, otherwise } = found;
  if (otherwise) tellRuling(otherwise.length ? [say("otherwise"), ...otherwise].join("\n") : say("again"));
  else tellRuling(refused || "");
  if (!page) return;
  shown = found;
  showPage(page);
  show(byId("ruling-save"), true);
  show(byId("ruling-share"), Boolean(navigator.canShare?.(handedOn(found))));
}

// The ruling, and the hand and the message that are in its page.
function handedOn({ id, page }) {
  const inside = new DOMParser().parseFromString(page, "text/html");
  const { hand } = inside.getElementById("share").dataset;
  const files = [new File([page], `${id}.html`, { type: "text/html" }), ...(hand ? [handFile(hand, `${id}.clab`)] : [])];
  return { files, text: inside.getElementById("copy").dataset.message };
}

function offerHands(ids, bytes, source) {
  tellRuling(say("which-hand", { count: ids.length }));
  const choices = ids.map((id) => [id, () => ruleOn(bytes, source, { hand: id })]);
  byId("ruling-hands").replaceChildren(...[...choices, [say("all-hands"), () => ruleOnAll(bytes, source)]].map(([words, deed]) => {
    const choice = button({}, words);
    choice.addEventListener("click", deed);
    return choice;
  }));
}

async function ruleOnAll(bytes, source) {
  const found = await considered({ ask: "list_rulings", bytes, source, book: keptBook() });
  if (!found) return;
  const name = `${source.replace(/\.[^.]*$/, "")}-rulings.jsonl`;
  if (found.count) download(found.rulings, name, "application/x-ndjson");
  tellRuling([found.count && say("saved-rulings", { name, ...found }), found.refused].filter(Boolean).join("\n"));
}
