// The judge: the program itself, in a worker, so that it never freezes the table and can be stopped.
class Judge {
  // Whether the page is the one file, which has everything inside; else the rest lies beside it.
  static isWhole = document.querySelector("script[data-part]") !== null;
  // What tells why there is no judge here, if anything does.
  static lacking = ["WebAssembly", "Worker", "DecompressionStream"].some((name) => !(name in window))
    ? "no-judge"
    : !Judge.isWhole && location.protocol === "file:" && "judge-on-disk";
  #worker = null;
  #answer = null;

  // Gets ready, which takes some seconds the first time; what the page has inside goes with it.
  wake() {
    this.#worker ||= this.#begin();
  }

  async #begin() {
    const inside = all("script[data-part]").map(({ dataset, textContent }) => [dataset.part, textContent]);
    const { "judge.js": script, ...parts } = Object.fromEntries(inside);
    const worker = new Worker(Judge.isWhole ? URL.createObjectURL(await unzipped(script)) : "judge/judge.js");
    worker.onmessage = ({ data }) => this.#say(data);
    worker.onerror = ({ message }) => this.#say({ broken: message });
    worker.postMessage({ parts: Judge.isWhole ? parts : null });
    return worker;
  }

  // What comes of a question; null where it was stopped. One question at a time.
  ask(question) {
    this.wake();
    this.#worker.then((worker) => worker.postMessage(question), (problem) => this.#say({ broken: String(problem) }));
    return new Promise((resolve) => { this.#answer = resolve; });
  }

  // A judge that is broken is given up, so that whoever asks next hears of it too.
  #say(answer) {
    const told = this.#answer;
    this.#answer = null;
    if (answer.broken) this.stop();
    told?.(answer);
  }

  get isThinking() {
    return this.#answer !== null;
  }

  // Whatever is being thought about is given up; the next question wakes another judge.
  stop() {
    this.#worker?.then((worker) => worker.terminate(), () => null);
    this.#worker = null;
    this.#answer?.(null);
    this.#answer = null;
  }
}

// Chromium leaves a frame blank that gets another page while it is hidden: it is laid out first.
function showPage(page) {
  const frame = byId("ruling-page");
  frame.hidden = false;
  if (frame.offsetHeight >= 0) frame.srcdoc = page;
}

function unzipped(text) {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).blob();
}

const judge = new Judge();
