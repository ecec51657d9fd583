// The judge: the program itself, in a worker, so that it never freezes the table and can be stopped.
class Judge {
  static runs = ["WebAssembly", "Worker", "DecompressionStream"].every((name) => name in window);
  #worker = null;
  #answer = null;

  // Gets ready, which takes some seconds the first time; what the page has inside goes with it.
  wake() {
    this.#worker ||= this.#begin();
  }

  async #begin() {
    const inside = all("script[data-part]").map(({ dataset, textContent }) => [dataset.part, textContent]);
    const { "judge.js": script, ...parts } = Object.fromEntries(inside);
    const worker = new Worker(script ? URL.createObjectURL(await unzipped(script)) : "judge/judge.js");
    worker.onmessage = ({ data }) => this.#answer?.(data);
    worker.onerror = ({ message }) => this.#answer?.({ broken: message });
    worker.postMessage({ parts: script ? parts : null });
    return worker;
  }

  // What comes of a question; null where it was stopped. One question at a time.
  async ask(question) {
    this.wake();
    const worker = this.#worker;
    const answer = new Promise((resolve) => { this.#answer = resolve; });
    (await worker).postMessage(question);
    const found = await answer;
    if (found?.broken) this.stop();
    return found;
  }

  // Whatever is being thought about is given up: the next question wakes another judge.
  stop() {
    this.#worker?.then((worker) => worker.terminate());
    this.#worker = null;
    this.#answer?.(null);
    this.#answer = null;
  }
}

function unzipped(text) {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).blob();
}

const judge = new Judge();
