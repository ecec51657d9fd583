// What was entered is kept in the browser at every step, and found again after a reload or a crash.
const KEPT = "clabber-recorder/1";

// The night as it was left, or null; what cannot be read is put aside, not thrown away.
function keptNight() {
  let text = null;
  try {
    text = localStorage.getItem(KEPT);
    const night = text && JSON.parse(text);
    if (night) night.hands.forEach(recordOf);
    return night;
  } catch {
    if (text) tryKeeping(`${KEPT}/unreadable`, text);
    return null;
  }
}

// Whether the browser keeps it.
function keep(night) {
  return tryKeeping(KEPT, night && JSON.stringify(night));
}

function tryKeeping(name, text) {
  try {
    if (text) localStorage.setItem(name, text);
    else localStorage.removeItem(name);
    return true;
  } catch {
    return false;
  }
}
