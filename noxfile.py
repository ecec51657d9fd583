"""Chores of development: `.venv/bin/nox -s NAME`, in the environment that the README's commands make."""

from __future__ import annotations

import sys
from pathlib import Path

import nox

nox.options.default_venv_backend = "none"
nox.options.sessions = ["lint", "test"]
# A requested Python that is missing fails the session.
nox.options.error_on_missing_interpreters = True


def _python(session: nox.Session, *args: str, scale: str = "desk") -> None:
    session.run(sys.executable, "-m", *args, env={"CLABBER_SCALE": scale}, external=True)


@nox.session
def test(session: nox.Session) -> None:
    """Run the tests at a desk's scale."""
    _python(session, "pytest", "-n", "2", *session.posargs)


@nox.session
def ci(session: nox.Session) -> None:
    """Run all tests as CI does, with a sample of the random records and of some cases; needs Chromium."""
    _python(session, "pytest", "-n", "2", *session.posargs, scale="ci")


@nox.session
def full(session: nox.Session) -> None:
    """Run all tests at full scale, half an hour; needs Chromium."""
    _python(session, "pytest", "-n", "2", *session.posargs, scale="full")


@nox.session
def lint(session: nox.Session) -> None:
    """Check style, format, types, and the direction of imports."""
    _python(session, "ruff", "check", ".")
    _python(session, "ruff", "format", "--check", ".")
    session.run(str(Path(sys.executable).parent / "lint-imports"), external=True)
    _python(session, "mypy")


@nox.session
def regen(session: nox.Session) -> None:
    """Regenerate every file that is made from the code."""
    _python(session, "tests.vocabulary")
    _python(session, "tests.schemas")
    _python(session, "tests.editors")
    _python(session, "tests.architecture")
    _python(session, "tests.columns")
    _python(session, "tests.conformance.making")
    _python(session, "tests.reproducible", "--write")
    _python(session, "tests.handbook.sessions")
    session.run(sys.executable, "-m", "handbook.man", env={"PYTHONPATH": "docs"}, external=True)


@nox.session
def docs(session: nox.Session) -> None:
    """Build the site into build/site; a warning is an error."""
    _python(
        session,
        "sphinx",
        "-j",
        "auto",
        "-E",
        "-W",
        "--keep-going",
        "-q",
        "-d",
        "build/trees",
        "docs",
        "build/site",
    )


@nox.session(venv_backend="venv")
def release(session: nox.Session) -> None:
    """Build wheel and sdist into dist/, with a bill of materials (CycloneDX)."""
    session.install("--quiet", "--editable", ".", "hatchling>=1.27", "cyclonedx-bom>=7")
    session.run("python", "-c", "import shutil; shutil.rmtree('dist', ignore_errors=True)")
    session.run("python", "-m", "hatchling", "build", "--directory", "dist")
    (wheel,) = Path("dist").glob("*.whl")
    # An environment with this wheel and nothing else.
    place = Path(session.create_tmp()) / "installed"
    session.run("python", "-m", "venv", "--clear", str(place))
    python = place / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    session.run(str(python), "-m", "pip", "install", "--quiet", str(wheel), external=True)
    session.run(str(python), "-m", "clabber_audit", "--version", external=True)
    session.run("python", "-m", "tests.bom", str(wheel.with_suffix(".cdx.json")), str(python))


@nox.session(python=["3.11", "3.12", "3.13", "3.14"], venv_backend="venv")
def pythons(session: nox.Session) -> None:
    """Check that each Python makes the same bytes from the same records; `-s pythons-3.13` checks one."""
    session.install("--quiet", ".")
    session.run("python", "-m", "tests.reproducible")


@nox.session
def browser(session: nox.Session) -> None:
    """Check that the browser build's Python makes the same bytes; needs Node."""
    _python(session, "tests.reproducible", "--browser")


@nox.session
def screenshots(session: nox.Session) -> None:
    """Take the pictures of the site again; needs Chromium and Node."""
    _python(session, "tests.browser.screenshots")


@nox.session
def modules(session: nox.Session) -> None:
    """List again which modules the browser build keeps; needs Node."""
    _python(session, "tests.app.modules")


@nox.session
def golden(session: nox.Session) -> None:
    """Compare rulings, pages and conversions with the stored digest; `-- --write` stores them as right."""
    _python(session, "tests.golden", *session.posargs)


@nox.session
def measure(session: nox.Session) -> None:
    """Print size and language of the code beside the goals: lines, files, docstrings, names, signatures."""
    _python(session, "tests.measure")


@nox.session(venv_backend="venv")
def engines(session: nox.Session) -> None:
    """Judge hands on Spark, which needs Java, and on Ray, as docs/large.md says."""
    session.install("--quiet", "--editable", ".[test,parquet]", "pyspark>=4", "ray[data]>=2.40")
    session.run("python", "-m", "pytest", "tests/audit/engines.py", env={"CLABBER_SCALE": "ci"})


@nox.session
def bench(session: nox.Session) -> None:
    """Measure speed."""
    _python(session, "tests.benchmarks", *session.posargs)
