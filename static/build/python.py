"""Python for the browser: makes the files of `static/vendor/python/`, each packed with Brotli.

Pyodide, CPython compiled to WebAssembly, comes from npm. Its standard library loses its comments, its docstrings and
what no web application imports; `bytecode.mjs` compiles what Python imports at each start. The application itself is
packed by the server (`webapp/serving/offline.py`): it changes with every release, Pyodide seldom does.
"""

import io
import json
import subprocess
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from runpy import run_path

import brotli

#: Loaded by its path, since importing its package needs libraries that the build does not have.
DOCSTRINGS = Path(__file__).parents[2] / "webapp/serving/docstrings.py"
BYTECODE = Path(__file__).with_name("bytecode.mjs")
strip_docstrings: Callable[[bytes], bytes] = run_path(str(DOCSTRINGS))["strip_docstrings"]

FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LIBRARY = "python_stdlib.zip"
#: The file with the version of Python, and with a list of further packages, which is left empty.
LOCK = "pyodide-lock.json"
#: Left out of the standard library: modules for terminals, processes, sockets and tests, and rare encodings.
UNUSED = (
    *("_pyrepl/", "idlelib/", "ensurepip/", "multiprocessing/", "concurrent/futures/process", "xmlrpc/", "wsgiref/"),
    *("unittest/", "pydoc", "doctest", "pdb", "bdb", "profile", "pstats", "trace.py", "pickletools", "modulefinder"),
    *("imaplib", "mailbox", "ftplib", "smtplib", "poplib", "optparse", "tarfile", "plistlib", "wave", "turtle"),
    *("xml/dom", "xml/etree", "logging/handlers", "logging/config", "compileall", "_pyio", "statistics"),
    *("encodings/mac_", "encodings/cp1", "encodings/cp7", "encodings/cp8", "encodings/iso8859_", "encodings/koi8"),
)
USED = ("encodings/iso8859_1.py", "encodings/cp1252.py")


def packed_files(package: Path, node: str) -> dict[str, bytes]:
    """The files of `vendor/python/` by name, from the npm package. Node runs that Python to compile a part of it."""
    files = {name: (package / name).read_bytes() for name in FILES}
    files[LIBRARY] = compiled(small_library(package / LIBRARY), package, node)
    files[LOCK] = json.dumps({"info": json.loads((package / LOCK).read_bytes())["info"], "packages": {}}).encode()
    with ThreadPoolExecutor() as pool:  # Brotli lets other threads run
        packed = pool.map(pack, files.values())
    return {f"{name}.br": body for name, body in zip(files, packed, strict=True)}


def pack(body: bytes) -> bytes:
    """The body, packed nearly as small as possible: the last three hundredths would take as long again."""
    return bytes(brotli.compress(body, quality=10, lgwin=24))


def small_library(path: Path) -> bytes:
    """The standard library as a zip file that is not compressed, since Brotli does that better."""
    whole = io.BytesIO()
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(whole, "w") as target:
        for name in sorted(source.namelist()):
            if name in USED or not name.startswith(UNUSED):
                target.writestr(zipfile.ZipInfo(name), strip_docstrings(source.read(name)))
    return whole.getvalue()


def compiled(library: bytes, package: Path, node: str) -> bytes:
    """The library with the modules that Python imports at each start as bytecode. It is a third larger when packed, and
    Python starts in half of the time."""
    command = [node, str(BYTECODE), str(package)]
    return subprocess.run(command, input=library, stdout=subprocess.PIPE, check=True).stdout
