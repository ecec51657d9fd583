"""The ruling as a page, read as text and parsed: nothing asked of the network, nothing let in, nothing left out."""

from __future__ import annotations

import base64
import gettext
import hashlib
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from jinja2 import TemplateNotFound, UndefinedError

from clabber_audit.adjudicate import adjudicate
from clabber_audit.certificates import certificates, certificates_data
from clabber_audit.errors import Refused, Unusable
from clabber_audit.law import law
from clabber_audit.record.canonical import digest, record_data
from clabber_audit.record.door import read
from clabber_audit.render.anonymous import anonymous
from clabber_audit.render.arithmetic import arithmetic
from clabber_audit.render.data import ruling_data
from clabber_audit.render.html import cards, embedded, environment, face, page
from clabber_audit.render.wording import Speaker
from clabber_audit.resources import folder
from clabber_audit.ruleset import from_data
from tests import hands, mischief

LARGEST = 64 * 1024
TYPICAL = 60_000
EVIL = (
    "</script><img src=x onerror=alert(1)>",
    '"><svg onload=alert(2)>',
    "{{7*7}}{% raw %}",
    "' onmouseover='alert(3)",
    "<!--<script>",
    "a\u00a0&amp;b",
)


class Page(HTMLParser):
    """What a browser would see: elements with their attributes, the text of each, and how they nest."""

    VOID = ("meta", "br", "link", "img", "input", "hr", "col")

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.open: list[str] = []
        self.unbalanced: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)
            self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.unbalanced.append(tag)

    def handle_data(self, data: str) -> None:
        for tag in self.open:
            self.texts[tag][-1] += data

    def having(self, name: str) -> list[str]:
        return [attrs[name] or "" for _, attrs in self.elements if name in attrs]


def page_of(record: dict[str, Any], anonymous: bool = False) -> str:
    return page(*hands.ruled(record), anonymous=anonymous)


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return {name: page_of(record) for name, record in hands.ALL.items()}


def evil() -> dict[str, Any]:
    """A record with something to be afraid of in every text that it can hold."""
    texts = iter(EVIL * 20)
    record = hands.changed(hands.UPHELD, "evil")
    record["players"] = {seat: next(texts) for seat in "NESW"}
    record["teams"] = {team: next(texts) for team in ("NS", "EW")}
    record["context"] = {key: next(texts) for key in ("league", "season", "venue", "date")}
    record["source"] = {key: next(texts) for key in ("citation", "date_as_written", "recorded_by", "note")}
    record["comments"] = [{"at": at, "text": text} for at, text in enumerate(EVIL)]
    record["remarks"] = list(EVIL)
    record["incidents"] = [{"kind": "advice", "seat": "E", "at": at, "quote": text} for at, text in enumerate(EVIL)]
    return record


# What is let in.


def test_nothing_in_a_text_becomes_markup() -> None:
    text = page_of(evil())
    seen = Page(text)
    assert {tag for tag, _ in seen.elements}.isdisjoint({"img", "svg", "iframe", "object", "embed", "base", "form"})
    assert not [name for _, attrs in seen.elements for name in attrs if name.startswith("on") or name == "style"]
    assert not seen.unbalanced
    assert not seen.open
    assert len([tag for tag, _ in seen.elements if tag == "script"]) == 2
    shown = "".join(seen.texts["body"])
    for payload in EVIL:
        assert payload in shown


def test_evil_record_comes_back_unchanged() -> None:
    record = evil()
    assert embedded(page_of(record))["record"] == record


@pytest.mark.parametrize("name", sorted(hands.ALL))
def test_pages_are_well_formed(pages: dict[str, str], name: str) -> None:
    seen = Page(pages[name])
    assert not seen.unbalanced
    assert not seen.open
    ids = seen.having("id")
    assert len(ids) == len(set(ids))
    links = [target[1:] for target in seen.having("href")]
    assert set(links) <= set(ids)


def test_missing_value_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        environment().from_string("{{ nothing }}").render()
    with pytest.raises(TemplateNotFound):
        environment().get_template("nothing.html.j2")


def test_every_template_escapes_whatever_its_name() -> None:
    for name in environment().list_templates(filter_func=lambda name: name.endswith(".j2")):
        assert environment().get_template(name).environment.autoescape is True
    assert environment().from_string("{{ x }}").render(x="<b>") == "&lt;b&gt;"


def test_every_value_in_an_attribute_is_quoted() -> None:
    """A tag with its quoted strings taken out holds no value any more."""
    for template in sorted(folder("reports").glob("*.j2")):
        source = re.sub(r"\{%.*?%\}|\{#.*?#\}", "", template.read_text(encoding="utf-8"), flags=re.DOTALL)
        source = re.sub(r"\{\{.*?\}\}", "VALUE", source, flags=re.DOTALL)
        for tag in re.findall(r"<[a-zA-Z](?:\"[^\"]*\"|'[^']*'|[^'\">])*>", source):
            assert "VALUE" not in re.sub(r"\"[^\"]*\"|'[^']*'", "", tag), (template.name, tag)
        assert "javascript:" not in source
        assert "|safe" not in source.replace(" ", "")


def test_filters_escape() -> None:
    assert str(cards("<i>10♥</i> & 9♠")).startswith("&lt;i&gt;<b class=")
    assert "&amp; <b" in cards("<i>10♥</i> & 9♠")
    assert str(cards("no card at all")) == "no card at all"
    assert "unknown card" in face(None)


# What is asked of the network, and what is allowed to run.


@pytest.mark.parametrize("name", sorted(hands.ALL))
def test_nothing_is_fetched(pages: dict[str, str], name: str) -> None:
    seen = Page(pages[name])
    assert not seen.having("src")
    assert not seen.having("srcset")
    assert all(target.startswith("#") for target in seen.having("href"))
    assert not [tag for tag, _ in seen.elements if tag in ("link", "img", "iframe", "video", "audio", "source")]
    style = seen.texts["style"][0]
    assert "url(" not in style
    assert "@import" not in style
    script = seen.texts["script"][-1]
    for word in ("fetch(", "XMLHttpRequest", "import(", "eval(", "innerHTML", "localStorage"):
        assert word not in script


def test_policy_allows_exactly_our_own_style_and_script(pages: dict[str, str]) -> None:
    seen = Page(pages["upheld"])
    policy = next(attrs["content"] for tag, attrs in seen.elements if attrs.get("http-equiv")) or ""
    assert policy.startswith("default-src 'none';")
    for content, directive in ((seen.texts["style"][0], "style-src"), (seen.texts["script"][-1], "script-src")):
        allowed = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{directive} 'sha256-{allowed}'" in policy
    assert "unsafe" not in policy


def test_policy_stands_before_what_it_governs(pages: dict[str, str]) -> None:
    text = pages["upheld"]
    assert text.index("Content-Security-Policy") < text.index("<style>") < text.index("<script")


# What it says.


def test_verdict_comes_first_and_whole(pages: dict[str, str]) -> None:
    lead = re.sub(r"<[^>]*>", "", pages["upheld"].split('<p class="lead">')[1].split("</p>")[0]).replace("\ufe0e", "")
    assert lead == (
        "Proved: North (Ruth) played 10♠ on a lead of diamonds, holding 10♦, in trick 2; East-West (Eagles) score 182 "
        "and North-South nothing, under “Evansville Clabber League, with the revision of 10 December 1992” "
        "(ecl-1992; R-033, R-080)."
    )
    body = pages["upheld"].split("<main>")[1]
    assert body.lstrip().startswith('<section id="verdict"')


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("upheld", "Proved"),
        ("stopped", "Proved"),
        ("laid-down", "Proved"),
        ("talk", "Proved"),
        ("refuted", "Refuted"),
        ("refuted-free", "Refuted"),
        ("partly-known", "Cannot tell"),
        ("unknown-plays", "Cannot tell"),
        ("withdrawn", "Withdrawn"),
        ("out-of-time", "Out of time"),
        ("inadmissible", "Inadmissible"),
        ("both-sides", "Both sides guilty"),
        ("unfinished", "Unfinished"),
        ("passed-out", "Passed out"),
        ("exposed-in-deal", "Void deal"),
        ("belle-sets", "No claim"),
        ("sheet-only", "No claim"),
    ],
)
def test_word_of_the_verdict(pages: dict[str, str], name: str, word: str) -> None:
    assert f"<strong>{word}:</strong>" in pages[name]
    assert f"<title>Ruling on hand {name}: {word}</title>" in pages[name]


def test_cannot_tell_says_what_would_decide(pages: dict[str, str]) -> None:
    """Of the claim about trick 2 it matters alone whether North, who played a spade, had a diamond besides."""
    assert (
        "What would decide it:</b> Did North still hold a diamond after playing to trick 2? (Either answer settles it.)"
        in pages["partly-known"]
    )
    assert "Which card did North play to trick 1? Which card did North play to trick 4?" in pages["unknown-plays"]
    assert "What would decide it" not in pages["upheld"]


def test_facts_say_where_they_stand(pages: dict[str, str]) -> None:
    for source in ("card 7 = trick 2, card 3", "deal, North’s hand; card 24 = trick 6, card 4", "meld 1", "claim 1"):
        assert source in pages["upheld"]
    assert "rebuilt from the cards played and shown" in pages["rebuilt"]
    assert "incident 2" in pages["talk"]
    assert "not recorded" in pages["partly-known"]


def test_refuted_claim_says_what_was_right(pages: dict[str, str]) -> None:
    plain = re.sub(r"<[^>]*>", "", pages["refuted"])
    assert plain.count("North (Ruth) led A♣ to trick 3, and any card may be led.") == 2
    for trick, against, why in (
        (1, "NS", "South (Dora) followed suit with 9♠ in trick 1"),
        (3, "W", "West (Joe) held no clubs and trumped with J♠ in trick 3"),
        (6, "W", "West (Joe) held neither diamonds nor trumps and threw off 9♥ in trick 6"),
    ):
        claim = {**hands.CLAIM, "by": "E" if against == "NS" else "N", "against": against, "trick": trick}
        record = hands.changed(hands.TEN_COMES_HOME, "right", claims=[claim], score=None)
        assert why in re.sub(r"<[^>]*>", "", page_of(record))


def test_articles_are_quoted_with_their_grade(pages: dict[str, str]) -> None:
    ruling, _ = hands.ruled(hands.UPHELD)
    for name in ("follow-suit", "renege-called", "renege", "renege-melds"):
        article = ruling.law.ruleset.articles[name]
        assert f"<h3>{name} " in pages["upheld"]
        assert article.text in pages["upheld"]
        assert article.grade in pages["upheld"]


def test_article_is_found_by_its_row_under_another_name() -> None:
    ours = hands.ruled(hands.UPHELD)[0].law.ruleset
    articles = {("house-" + name if name == "renege" else name): article for name, article in ours.articles.items()}
    house = law(
        from_data({**ours.as_data(), "id": "house", "articles": {k: v.model_dump() for k, v in articles.items()}})
    )
    ruling = adjudicate(read(json.dumps(hands.UPHELD).encode()), house)
    assert "<h3>house-renege " in page(ruling, ())


def test_other_rulesets_and_why(pages: dict[str, str]) -> None:
    assert pages["upheld"].count("The same ruling.") == 4
    assert pages["refuted-free"].count("Otherwise.") == 4
    assert "Calling a renege in time and not proving it is a renege" in pages["refuted-free"]


def test_signature_lines(pages: dict[str, str]) -> None:
    assert "<span>Arbiter</span>" in pages["upheld"]
    for side in ("North-South (Owls)", "East-West (Eagles)"):
        assert f"<span>{side}</span><span>☐ agreed</span><span>☐ not agreed</span>" in pages["upheld"]


def test_each_card_has_a_permalink(pages: dict[str, str]) -> None:
    for trick in range(1, 7):
        for card in range(1, 5):
            assert f'id="t{trick}c{card}"' in pages["upheld"]
            assert f'href="#t{trick}c{card}"' in pages["upheld"]


def test_cards_have_colour_symbol_and_name(pages: dict[str, str]) -> None:
    for symbol, name, letter in (
        ("♠", "spades", "S"),
        ("♥", "hearts", "H"),
        ("♦", "diamonds", "D"),
        ("♣", "clubs", "C"),
    ):
        assert re.search(rf'<b class="face {letter}">\w+<i role="img" aria-label="of {name}">{symbol}', pages["upheld"])


def test_unknown_inferred_and_marked_cards_are_told_apart_by_word(pages: dict[str, str]) -> None:
    assert "unknown" in pages["unknown-plays"]
    assert "at fault" in pages["upheld"]
    assert "in question" in pages["partly-known"]
    assert "trump" in pages["upheld"]
    inferred = hands.changed(hands.UPHELD, "inferred")
    inferred["plays"][8] = {"seat": "N", "card": None}
    assert "face inferred" in page_of(inferred)


def test_sums_add_up() -> None:
    """Every addend shows: in each column the addends come to the total."""
    for record in [*hands.ALL.values(), *mischief.records(5, 60)]:
        try:
            ruling = adjudicate(read(json.dumps(record).encode()), hands.ruled(hands.UPHELD)[0].law)
        except Refused:
            continue
        for total in arithmetic(ruling, Speaker(ruling.walk.hand.record)).sums:
            for team in (0, 1):
                addends = [line.amounts[team] for line in total.lines if line.kind == "addend"]
                if "?" not in addends:
                    (written,) = [line.amounts[team] for line in total.lines if line.kind == "total"]
                    assert written in (str(sum(int(text or 0) for text in addends)), "?"), record["id"]


def test_headings_in_order_and_tables_labelled(pages: dict[str, str]) -> None:
    for text in pages.values():
        levels = [int(tag[1]) for tag, _ in Page(text).elements if re.fullmatch("h[1-6]", tag)]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))
        assert text.count("<table") == text.count("<caption>")
        assert text.count("<th ") == len(re.findall(r'<th scope="(?:col|row)"', text))
        assert '<html lang="en">' in text


def test_footer_names_version_record_and_ruleset(pages: dict[str, str]) -> None:
    ruling, _ = hands.ruled(hands.UPHELD)
    footer = pages["upheld"].split("<footer>")[1]
    assert "clabber-audit" in footer
    assert digest(record_data(ruling.walk.hand.record)) in footer
    assert ruling.law.ruleset.digest() in footer


# How large, and whether the same every time.


@pytest.mark.parametrize("name", sorted(hands.ALL))
def test_size(pages: dict[str, str], name: str) -> None:
    size = len(pages[name].encode())
    assert size <= (LARGEST if name.startswith("many") else TYPICAL)


def test_same_bytes_every_time() -> None:
    """Whatever the order of hashes, the time zone and the language of the machine."""
    code = (
        "import hashlib; from tests import hands; from clabber_audit.render.html import page; "
        "pages = [page(*hands.ruled(hands.ALL[name])) for name in sorted(hands.ALL)]; "
        "print(hashlib.sha256(''.join(pages).encode()).hexdigest())"
    )
    digests = set()
    for seed, zone in (("0", "UTC"), ("1", "Pacific/Kiritimati"), ("4242", "America/Chicago")):
        made = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "PYTHONUTF8": "1"},
            cwd=Path(__file__).parent.parent,
            capture_output=True,
            text=True,
            check=True,
        )
        digests.add(made.stdout)
    assert len(digests) == 1


def test_same_page_from_the_page() -> None:
    """A page audited again from itself gives the same page."""
    for record in (hands.UPHELD, hands.REFUTED, hands.MANY_CLAIMED, hands.BELLE_SETS):
        first = page(hands.ruled(record)[0], ())
        inside = embedded(first)
        again = adjudicate(read(json.dumps(inside["record"]).encode()), law(from_data(inside["law"])))
        assert page(again, ()) == first


# The ruling inside.


@pytest.mark.parametrize("name", sorted(hands.ALL))
def test_ruling_comes_back(pages: dict[str, str], name: str) -> None:
    ruling, _ = hands.ruled(hands.ALL[name])
    inside = embedded(pages[name])
    carried = inside.pop("certificates")
    assert inside == json.loads(json.dumps(ruling_data(ruling)))
    found = json.loads(json.dumps(certificates_data(certificates(ruling))))
    assert carried == found or (name.startswith("many") and all(one in found for one in carried))
    assert embedded(pages[name])["record"] == hands.ALL[name]


def test_block_holds_nothing_that_could_end_it(pages: dict[str, str]) -> None:
    block = page_of(evil()).split('id="clabber-ruling">')[1].split("</script>")[0]
    assert not set("<>&\u2028\u2029") & set(block)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<p>a page</p>",
        '<script type="application/json" id="clabber-ruling">{</script>',
        '<script type="application/json" id="clabber-ruling">[]</script>',
        '<script type="application/json" id="clabber-ruling">{"format": "other/1", "record": {}}</script>',
        '<script type="application/json" id="clabber-ruling">{"format": "clabber-ruling/1"}</script>',
        '<script type="application/json" id="clabber-ruling">{"format": 1, "format": 2}</script>',
        '<script type="application/json" id="clabber-ruling">{"format": NaN}</script>',
        '<script type="application/json" id="clabber-ruling">' + "[" * 100_000 + "</script>",
        '<script id="clabber-ruling">{"format": "clabber-ruling/1", "record": {}}</script>',
        2 * '<script type="application/json" id="clabber-ruling">{"format": "clabber-ruling/1", "record": {}}</script>',
    ],
)
def test_page_without_a_ruling_is_refused(text: str) -> None:
    with pytest.raises(Unusable, match=r"ruling"):
        embedded(text)


# Without the people.

PEOPLE = (
    *hands.PLAYERS.values(),
    *hands.TEAMS.values(),
    "Riverside",
    "Turners",
    "2026-01-22",
    "Agnes",
    "sheet 12",
    "bell of the bar",
    "captains",
    "trumps?",
)


@pytest.mark.parametrize("name", sorted(hands.ALL))
def test_anonymous_page_names_nobody(name: str) -> None:
    text = page_of(hands.ALL[name], anonymous=True)
    for word in PEOPLE:
        assert word not in text, word
    assert f"hand {name}" not in text
    assert "North" in text


def test_anonymous_evil_page_holds_no_text() -> None:
    text = page_of(evil(), anonymous=True)
    assert not [payload for payload in EVIL if payload in text or payload in json.dumps(embedded(text))]
    assert "onerror" not in text


@pytest.mark.parametrize("name", sorted(hands.ALL))
def test_anonymous_ruling_is_the_same_ruling(name: str) -> None:
    ruling, _ = hands.ruled(hands.ALL[name])
    inside = embedded(page_of(hands.ALL[name], anonymous=True))
    again = adjudicate(read(json.dumps(inside["record"]).encode()), law(from_data(inside["law"])))
    assert again.remedy == ruling.remedy
    del inside["certificates"]
    assert json.loads(json.dumps(ruling_data(again))) == inside
    assert ruling_data(anonymous(ruling))["claims"] == ruling_data(ruling)["claims"]


# In other words.


def test_every_label_can_be_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a language made of brackets, whatever a template or a sentence says stands in brackets."""
    record = hands.changed(hands.TALK, "translated")
    ruling, comparisons = hands.ruled(record)
    monkeypatch.setattr(gettext, "dgettext", lambda domain, message: f"⟦{message}⟧")
    seen = Page(page(ruling, comparisons))
    for tag in ("h1", "h2", "caption", "button", "dt", "strong"):
        assert all("⟦" in text for text in seen.texts.get(tag, [])), tag
    assert all("⟦" in text for text in seen.texts["th"])
    assert all("⟦" in label for label in seen.having("aria-label") if label)
    assert "⟦" in seen.texts["title"][0]


def test_templates_hold_no_plain_words() -> None:
    """What stands between the tags of a template passes through translation; the name of the program alone does not."""
    for template in sorted(folder("reports").glob("*.j2")):
        source = re.sub(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", "", template.read_text(encoding="utf-8"), flags=re.DOTALL)
        plain = re.sub(r"<[^>]*>", " ", source).replace("clabber-audit", "")
        assert not re.search(r"[A-Za-z]{2,}", plain), (template.name, plain.split())


def test_a_page_with_next_to_nothing_known_stays_within_its_size() -> None:
    """Three hands, all they played after the first trick and the trump suit are not known: 35 findings are open."""
    record = hands.changed(
        hands.TEN_COMES_HOME,
        "blank",
        claims=[{"by": "W", "against": "NS", "at": 24}],
        declarations=None,
        melds=None,
        score=None,
    )
    record["deal"]["hands"] = {"W": record["deal"]["hands"]["W"]}
    for play in record["plays"][4:]:
        if play["seat"] != "W":
            play["card"] = None
    text = page_of(record)
    assert len(text.encode()) <= LARGEST
    assert re.search(r"\d+ more certificates are in the ruling’s JSON only", text)
    assert "each stands at its moment in the hand card by card" in text
