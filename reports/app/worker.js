// Python lives here. What a page that is one file has inside comes with the first message; in a folder it lies beside
// this script. Nothing is fetched from anywhere else.
const beside = self.fetch;
const WASM = "pyodide.asm.wasm";
let inside = null;
let ready = null;

self.fetch = async (asked, ...more) => {
  const name = String(asked.url || asked).split("/").at(-1);
  if (!inside) return beside(asked, ...more);
  if (!(name in inside)) throw new TypeError(`nothing is fetched from anywhere: ${name}`);
  const bytes = Uint8Array.from(atob(inside[name]), (char) => char.charCodeAt(0));
  delete inside[name];
  if (name !== WASM) return new Response(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream, { headers: { "content-type": "application/wasm" } });
};

async function begin() {
  const settings = { createPyodideModule: self.createPyodideModule, lockFileContents: LOCK, packages: [], checkAPIVersion: false };
  const python = await self.loadPyodide({ indexURL: PARTS, ...settings });
  const program = await (await self.fetch(`${PARTS}program.zip`)).arrayBuffer();
  python.unpackArchive(program, "zip", { extractDir: python.runPython("import site; site.getsitepackages()[0]") });
  return { python, judging: python.pyimport("clabber_audit.recorder.judging") };
}

onmessage = async ({ data: { parts, ask, bytes, source, hand, rules = [] } }) => {
  try {
    inside ||= parts || null;
    ready ||= begin();
    const { python, judging } = await ready;
    if (!ask) return;
    const found = judging[ask](python.toPy(bytes), source, hand, python.toPy(rules)).toJs({ dict_converter: Object.fromEntries });
    postMessage({ found });
  } catch (problem) {
    postMessage({ broken: String(problem) });
  }
};
