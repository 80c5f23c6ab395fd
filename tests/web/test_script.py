"""The browser script: small modules, and one list of the attributes that it shares with the server."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import ludotheque
from tests.web.site import Site

PACKAGE = Path(ludotheque.__file__).parent
SCRIPT = PACKAGE / "web" / "static" / "js"
TEMPLATES = PACKAGE / "web" / "templates"
MODULES = sorted(SCRIPT.glob("*.js"))
LESSONS = sorted(SCRIPT.glob("lessons/*.js"))  # loaded by lessons alone
COMPANION = sorted(SCRIPT.glob("companion/*.js"))  # loaded by companions alone
COMPANY = sorted(SCRIPT.glob("company/*.js"))  # what friends need
ANALYSIS = sorted(SCRIPT.glob("analysis/*.js"))  # loaded by the pages of analysis
APP = sorted(SCRIPT.glob("app/*.js"))  # loaded after all others
WORKER = SCRIPT.parent / "service-worker.js"  # runs beside the pages, and writes into copies of them
ALL = (*sorted(SCRIPT.rglob("*.js")), WORKER)

ATTRIBUTE = re.compile(r"(?<![\w-])data-[a-z]+(?:-[a-z]+)*")
DATASET = re.compile(r"\bdataset\.(\w+)(\s*=(?!=))?")
UNSEEN = re.compile(r"dataset\[|\} = [^;]*dataset")  # reads of attributes that the test would not find
ROW = re.compile(r"^\| `(data-[a-z-]+)` \|[^|]+\|[^|]+\| ([\w, ]+) \| ([\w, ]+) \|$", re.MULTILINE)

RETIRED = re.compile(r"\b(?:desk|thinker|chair)\b")  # names of earlier versions, for a page, a panel and a seat

Names = set[str]


def code(module: Path) -> str:
    """A module of the script without its comments."""
    return re.sub(r"/\*\*.*?\*/|(?<!:)//[^\n]*", "", module.read_text("utf-8"), flags=re.DOTALL)


def in_script() -> tuple[Names, Names]:
    """The attributes that the script writes, and those that it reads."""
    written: Names = set()
    read: Names = set()
    for module in ALL:
        text = code(module)
        assert not UNSEEN.search(text), module.name
        (written if module == WORKER else read).update(ATTRIBUTE.findall(text))
        for name, assigned in DATASET.findall(text):
            attribute = "data-" + re.sub(r"[A-Z]", lambda letter: "-" + letter[0].lower(), name)
            (written if assigned else read).add(attribute)
    return written, read


def in_python(path: Path) -> Iterator[str]:
    """The attributes in the strings of a Python file, and in its keywords: `tag(data_rule=...)`."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from ATTRIBUTE.findall(node.value)
        elif isinstance(node, ast.keyword) and (node.arg or "").startswith("data_"):
            yield str(node.arg).replace("_", "-")


def in_server() -> Names:
    """The attributes in templates and in Python code."""
    templates = [path.read_text("utf-8") for path in TEMPLATES.rglob("*.jinja")]
    python = [name for path in PACKAGE.rglob("*.py") for name in in_python(path)]
    return {name for text in templates for name in ATTRIBUTE.findall(text)} | set(python)


def in_styles() -> Names:
    """The attributes that style sheets read."""
    return {name for path in PACKAGE.rglob("*.css") for name in ATTRIBUTE.findall(path.read_text("utf-8"))}


def test_the_table_of_attributes_lists_who_writes_and_who_reads_each() -> None:
    rows = ROW.findall((SCRIPT / "README.md").read_text("utf-8"))
    names = [name for name, _, _ in rows]
    assert names == sorted(set(names))
    script_writes, script_reads = in_script()

    def listed(column: int, actor: str) -> Names:
        return {row[0] for row in rows if actor in row[column].split(", ")}

    assert listed(1, "script") == script_writes
    assert listed(1, "server") == in_server()
    assert listed(2, "script") == script_reads
    assert listed(2, "styles") == in_styles()
    assert listed(1, "server") | listed(1, "script") == set(names), "an attribute that nobody writes"
    assert listed(2, "script") | listed(2, "styles") | listed(2, "nobody") == set(names)


def test_every_module_is_checked_and_about_one_subject() -> None:
    for module in ALL:
        lines = module.read_text("utf-8").splitlines()
        assert lines[0] == "// @ts-check", module.name
        assert lines[1].startswith("// "), module.name
        assert len(lines) < 200, module.name
        assert max(map(len, lines)) <= 120, module.name


def test_our_own_script_stays_small() -> None:
    assert {*MODULES, *LESSONS, *COMPANION, *COMPANY, *ANALYSIS, *APP, WORKER} == set(ALL)
    for modules, most in (
        (MODULES, 1250),
        (LESSONS, 480),
        (COMPANION, 320),
        (COMPANY, 230),
        (ANALYSIS, 600),
        (APP, 420),
        ([WORKER], 150),
    ):
        lines = [line for module in modules for line in code(module).splitlines()]
        assert len([line for line in lines if line.strip()]) < most


def test_modules_import_each_other_without_circles() -> None:
    imports = {path.name: set(re.findall(r'(?:from|import) "\./([\w.]+)"', code(path))) for path in MODULES}
    reached = {"main.js"}
    while missing := {name for module in reached for name in imports[module]} - reached:
        reached |= missing
    assert reached == set(imports), "a module that no page loads"
    extra = {path.name: set(re.findall(r'from "(?:\./|\.\./)([\w.]+)"', code(path))) for path in LESSONS}
    assert set().union(*extra.values()) - {*imports, *extra} == set()
    assert extra.keys() - extra["coach.js"] == {"coach.js", "puzzles.js", "watcher.js"}, "a module that no lesson loads"
    while free := {name for name, needed in imports.items() if not needed & imports.keys()}:
        imports = {name: needed for name, needed in imports.items() if name not in free}
    assert imports == {}


def test_a_page_loads_all_modules_together_and_they_expire_together(site: Site) -> None:
    ann = site.person()
    page = ann.get("/").text
    assert re.findall(r'<script type="module" src="([^"]+)">', page) == ["/static/js/main.js"]
    preloaded = re.findall(r'<link rel="modulepreload" href="([^"]+)">', page)
    assert preloaded == [f"/static/js/{module.name}" for module in MODULES]
    for path in preloaded:
        answer = ann.get(path)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "max-age=3600"
        assert answer.headers["content-type"].startswith("text/javascript")


def test_no_rule_restyles_the_whole_table_during_a_request() -> None:
    """htmx marks the table while a decision is sent: a rule below that mark that ends in any element, or in all
    pieces of the boards, made a browser style 11,000 elements anew before and after each decision."""
    rules = re.sub(
        r"/\*.*?\*/",
        "",
        "".join(sheet.read_text(encoding="utf-8") for sheet in PACKAGE.rglob("*.css")),
        flags=re.DOTALL,
    )
    marked = [each.strip() for each in re.findall(r"[^{},;]*\.htmx-[^{};]*(?=\{)", rules)]
    assert marked
    assert [each for each in marked if re.search(r"(\*|[ >](g|use|path|text|svg))(?=,|$)", each)] == []


def test_pages_use_no_retired_names() -> None:
    pages = [*TEMPLATES.rglob("*.jinja"), *PACKAGE.joinpath("web", "static").rglob("*.css"), *ALL]
    assert {path.name for path in pages if RETIRED.search(path.read_text("utf-8"))} == set()
