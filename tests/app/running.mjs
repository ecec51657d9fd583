import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { loadPyodide } from "./pyodide.mjs";

const python = await loadPyodide({ packages: [] });
const place = python.runPython("import site; site.getsitepackages()[0]");
python.unpackArchive(new Uint8Array(readFileSync("program.zip")), "zip", { extractDir: place });
python.FS.mkdir("/asked");
for (const name of readdirSync("asked")) {
  python.FS.writeFile(`/asked/${name}`, new Uint8Array(readFileSync(`asked/${name}`)));
}
writeFileSync("answer.txt", python.runPython(readFileSync("asking.py", "utf-8")));
