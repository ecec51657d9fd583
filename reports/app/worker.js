// Python lives here. What a page that is one file has inside comes with the first message; in a folder it lies beside
// this script. Nothing is fetched from anywhere else.
const beside = self.fetch;
const WASM = "pyodide.asm.wasm";
let inside = null;
let ready = null;

self.fetch = async (asked, ...more) => {
  const name = String(asked.url || asked).split("/").at(-1);
  if (name === WASM) return unpacked("interpreter.bin", "application/wasm");
  if (!inside) return beside(asked, ...more);
  if (!(name in inside)) throw new TypeError(`nothing is fetched from anywhere: ${name}`);
  return packed(name);
};

// Parts that are packed whatever their host does.
async function unpacked(name, type) {
  const found = await self.fetch(`${PARTS}${name}`);
  if (!found.ok) return found;
  return new Response(found.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": type } });
}

function packed(part) {
  const bytes = Uint8Array.from(atob(inside[part]), (char) => char.charCodeAt(0));
  delete inside[part];
  return new Response(bytes);
}

async function begin() {
  const settings = { createPyodideModule: self.createPyodideModule, lockFileContents: LOCK, packages: [], checkAPIVersion: false };
  const python = await self.loadPyodide({ indexURL: PARTS, ...settings });
  const program = await (await unpacked("program.bin", "application/x-tar")).arrayBuffer();
  python.unpackArchive(program, "tar", { extractDir: python.runPython("import site; site.getsitepackages()[0]") });
  return { python, judging: python.pyimport("clabber_audit.recorder.judging") };
}

onmessage = async ({ data: { parts, ask, bytes, source, hand, rules = [], ...more } }) => {
  try {
    inside ||= parts || null;
    ready ||= begin();
    const { python, judging } = await ready;
    if (!ask) return;
    const named = Object.fromEntries(Object.entries(more).map(([name, value]) => [name, python.toPy(value)]));
    const found = judging[ask].callKwargs(python.toPy(bytes), source, hand, python.toPy(rules), named).toJs({ dict_converter: Object.fromEntries });
    postMessage({ found });
  } catch (problem) {
    postMessage({ broken: String(problem) });
  }
};
