// Runs a script in MicroPython: node micropython.mjs PACKAGE ROOT SCRIPT. PACKAGE is the folder of
// @micropython/micropython-webassembly-pyscript, ROOT the folder whose Python files the script imports.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, root, script] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(path.join(folder, "micropython.mjs")));
// A Pico has some 190 kB for the program.
const micropython = await loadMicroPython({ heapsize: 190 * 1024, stdout: (line) => console.log(line), linebuffer: true });

function copy(from, to) {
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), `${to}/${entry.name}`];
    if (entry.isDirectory() && !entry.name.startsWith("_")) {
      micropython.FS.mkdir(target);
      copy(source, target);
    } else if (entry.name.endsWith(".py")) {
      micropython.FS.writeFile(target, fs.readFileSync(source));
    }
  }
}

micropython.FS.mkdir("/board");
copy(root, "/board");
micropython.runPython("import sys\nsys.path.append('/board')");
micropython.runPython(fs.readFileSync(script, "utf-8"));
