// A hand handed over: to whatever this telephone shares with, and back from the clipboard or from a code before its camera.

// The hands as text, each with its sum.
function handedText(records) {
  return records.map((record) => {
    const text = clabOf(record);
    return `${text}sum ${sumOf(text.trim().split("\n"))}\n`;
  }).join("\n");
}

// The hand on the table as it would be saved; none before anything is entered.
function recordNow() {
  const begun = night.hands.filter(isBegun);
  return recordsOf(night)[begun.indexOf(currentHand(night))];
}

// The hand on the table as a code for the camera of another phone, with the sum that it should come to there.
function showCode() {
  const record = recordNow();
  if (!record) return saved(say("nothing-yet"));
  const text = handedText([record]);
  fill("code");
  try {
    codeOf(text).toCanvas(byId("code-drawn"), { off: [255, 255, 255] });
  } catch {
    byId("code").replaceChildren();
    return saved(say("no-code"));
  }
  byId("code-says").textContent = `${record.id} · ${text.trim().split("\n").at(-1)}`;
  return byId("code").showModal();
}

// As a file where this browser shares files, else as a message.
function share() {
  const text = handedText(recordsOf(night));
  if (!text) return saved(say("nothing-yet"));
  const files = [handFile(text, fileName("clab"))];
  return handOn(navigator.canShare?.({ files }) ? { files } : { text }, saved);
}

// Telephones hand on texts, whatever they hold, but no other kinds of file than they know.
function handFile(text, name) {
  return new File([text], `${name}.txt`, { type: "text/plain" });
}

// What became of it is told, but not where somebody changed his mind.
async function handOn(given, tell) {
  try {
    await navigator.share(given);
  } catch (problem) {
    if (problem.name !== "AbortError") tell(say("not-shared"));
  }
}

// A dialog is filled when it opens, and empty when it is closed.
function fill(name) {
  byId(name).replaceChildren(byId(`${name}-form`).content.cloneNode(true));
}

function receive() {
  const reads = "BarcodeDetector" in window;
  fill("receive");
  byId("receive-says").textContent = say(reads ? "scan-or-paste" : "paste");
  byId("receive").showModal();
  if (reads) scan();
}

// Looks through the camera until a code is seen, or the dialog closed.
async function scan() {
  const camera = byId("camera");
  let stream = null;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    camera.srcObject = stream;
    show(camera, true);
    await camera.play();
    const detector = new BarcodeDetector({ formats: ["qr_code"] });
    while (byId("receive").open) {
      const [code] = await detector.detect(camera);
      if (code) received(code.rawValue);
      else await new Promise(requestAnimationFrame);
    }
  } catch {
    if (byId("receive").open) byId("receive-says").textContent = say("no-camera");
  }
  for (const track of stream?.getTracks() || []) track.stop();
  show(camera, false);
}

function received(text) {
  byId("receive").close();
  openText(text, say("the-text"));
}

// While a hand is written down the screen stays on, and the browser is asked to keep what it keeps.
async function stayAwake() {
  try {
    if (night && !document.hidden) await navigator.wakeLock?.request("screen");
  } catch {
    // The telephone saves its battery.
  }
}
