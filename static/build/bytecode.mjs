// `node bytecode.mjs PYODIDE <library.zip >compiled.zip`: compiles those modules of Python's library that Python itself
// imports when it starts. The others stay sources, which are smaller.

import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const { loadPyodide } = await import(pathToFileURL(`${process.argv[2]}/pyodide.mjs`));
const python = await loadPyodide();
python.FS.writeFile("/library.zip", await buffer(process.stdin));
python.runPython(`
import sys
origins = [module.__spec__.origin or "" for module in sys.modules.values() if module.__spec__]
imported = {origin.partition(".zip/")[2].removesuffix("c") for origin in origins}

import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from types import CodeType

def without_lines(code):
    """The numbers of lines are a fifth of all, and only tracebacks have them. These need an entry for each instruction:
    one for up to eight that have no line (CPython, InternalDocs/code_objects.md)."""
    whole, rest = divmod(len(code.co_code) // 2, 8)
    entries = bytes([0xFF] * whole + [0xF7 + rest] * bool(rest))
    inner = (without_lines(part) if isinstance(part, CodeType) else part for part in code.co_consts)
    return code.replace(co_linetable=entries, co_consts=tuple(inner))

with zipfile.ZipFile("/library.zip") as source, zipfile.ZipFile("/compiled.zip", "w") as target:
    for name in source.namelist():
        body = source.read(name)
        if name in imported:
            body = _code_to_hash_pyc(without_lines(compile(body, name, "exec")), bytes(8), checked=False)
            name += "c"
        target.writestr(zipfile.ZipInfo(name), body)
`);
process.stdout.write(python.FS.readFile("/compiled.zip"));
