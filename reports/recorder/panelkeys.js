// The keyboard in a dialog.
function keyInPanel(event) {
  if (event.target.matches("select, input:not([type=radio], [type=checkbox])")) return;
  const { key } = event;
  const small = key.toLowerCase();
  const { elements } = panelForm();
  if (key === "Enter" && event.target.tagName !== "BUTTON") {
    event.preventDefault();
    finishPanel();
  } else if (key === "Backspace") {
    if (panelSpelling.rank) panelSpelling.clear();
    else picked = picked.slice(0, -1);
    drawPanel();
  } else if (panel.parts.includes("cards") && panel.name !== "contract" && spellInPanel(key)) {
    event.preventDefault();
  } else if (panel.parts.includes("unknown") && key === "?") {
    event.preventDefault();
    pickUnknown();
  } else if (panel.parts.includes("unnoted") && key === "?") {
    event.preventDefault();
    elements.unnoted.click();
  } else if (panel.parts.includes("kind") && !panel.parts.includes("cards") && small in KIND_KEYS) {
    event.preventDefault();
    choose(KIND_KEYS[small]);
  } else if (panel.parts.includes("suit") && elements.seat.value && small in SUIT_KEYS) {
    event.preventDefault();
    elements.suit.value = SUIT_KEYS[small];
    if (!gameNow().bidding) finishPanel();
  } else if (panel.name === "ask" && small === "y") {
    event.preventDefault();
    doAnyway();
  } else if (panel.parts.includes("seat") && seatOfKey(key)) {
    event.preventDefault();
    // Of a claim the first seat is the claimant's, the second the accused; of what is handed over, giver and taker.
    elements[(elements.seat.value && { claim: "against", give: "taker" }[panel.name]) || "seat"].value = seatOfKey(key);
    if (panel.name === "look") finishPanel();
  } else if (panel.parts.includes("trick") && /^[1-9]$/.test(key) && Number(key) <= gameNow().each) {
    event.preventDefault();
    elements.trick.value = key;
  } else if (panel.name === "claim" && small === "r") {
    event.preventDefault();
    elements.reviewed.click();
  }
}

// Whether a rank that stands alone is the last card of what is shown, so that the next key belongs to the play again.
function lacksOnlySuit(key) {
  const last = panel.name === "show" && picked.length + 1 === CARDS_OF[panel.kind];
  return last && panelSpelling.meant() !== null && !panelSpelling.one && !(key.toLowerCase() in SUIT_KEYS);
}

function spellInPanel(key) {
  if (lacksOnlySuit(key)) {
    finishPanel();
    press(key);
    return true;
  }
  const cards = panelSpelling.feed(key);
  if (!cards) return false;
  cards.forEach(pick);
  drawPanel();
  if (isFull()) finishPanel();
  return true;
}
