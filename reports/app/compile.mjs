// Runs the interpreter that will run in the browser, to compile what it will import: N.zip becomes N.out.zip.
import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "./pyodide.mjs";

const python = await loadPyodide({ indexURL: import.meta.dirname ?? new URL(".", import.meta.url).pathname, packages: [] });
for (let number = 0; number < Number(process.argv[2]); number += 1) {
  python.FS.writeFile("/in.zip", new Uint8Array(readFileSync(`${number}.zip`)));
  python.runPython(`
import importlib.util, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

with zipfile.ZipFile("/in.zip") as given, zipfile.ZipFile("/out.zip", "w") as made:
    for name in given.namelist():
        data = given.read(name)
        if name.endswith(".py"):
            # Docstrings are read of infractions, whose manual they are, and of the lines of .clab.
            level = 0 if "/infractions/" in name or "/notation/" in name else 2
            code = compile(data, name, "exec", dont_inherit=True, optimize=level)
            name, data = name + "c", bytes(_code_to_hash_pyc(code, importlib.util.source_hash(data), False))
        made.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)
`);
  writeFileSync(`${number}.out.zip`, python.FS.readFile("/out.zip"));
}
