"""Glass: the engraved pattern of each colour, panes, spaces, window cells and ornaments.

Letters are those of the views: B blue, W white, Y yellow, O orange, P pink, J joker space. The
colours are in `board.css`: the class `glass-B` gives a drawing the colours of blue glass.
"""

from __future__ import annotations

from ludotheque.contract.drawing import Point, circle, path, polar, tag

from ..box import KINDS, LETTERS

WINDOW, UPPER, LOWER = 53, 98, 86  # width of a palace window, heights of its cells
SMALL_WINDOW, SMALL_UPPER, SMALL_LOWER = 22, 21, 14  # ... in the small palace of the rail
PETAL_ANGLES = (-45, 45, -135, 135)  # an ornament's petals point at its upper, then lower cells


def point(at: Point) -> str:
    return f"{at[0]:g} {at[1]:g}"


def star(x: float, y: float, outer: float, inner: float, rays: int = 8) -> str:
    """The path of a star with its first ray straight up."""
    corners = (polar(x, y, inner if k % 2 else outer, 180 * k / rays) for k in range(2 * rays))
    return "M" + "L".join(map(point, corners)) + "Z"


def engraving(letter: str, weight: float = 1.0) -> str:
    """The pattern of a colour in a square of 44, in strokes of this weight."""
    if letter == "B":  # fish scales
        scales = "".join(
            f"M{x - 9} {y}a9 9.6 0 0 1 18 0M{x - 4.2:.4g} {y}a4.2 4.8 0 0 1 8.4 0"
            for x, y in ((13, 21.6), (31, 21.6), (13, 39.6), (31, 39.6), (22, 12.6), (22, 30.6))
        )
        cut = "M4 21.1a9 9.6 0 0 1 9 9.5M40 21.1a9 9.6 0 0 0 -9 9.5M4 4.6a9 9.6 0 0 1 9 8M40 4.6a9 9.6 0 0 0 -9 8"
        return path(scales + cut, fill="none", stroke_width=1.6 * weight)
    if letter == "W":  # a lattice with knots
        bars = "M4 22L22 4M4 40L40 4M22 40L40 22M4 22L22 40M4 4L40 40M22 4L40 22"
        knots = "".join(circle(x, y, 1.9 * weight, stroke="none") for x, y in ((22, 13), (13, 22), (31, 22), (22, 31)))
        return path(bars, fill="none", stroke_width=1.8 * weight) + knots
    if letter == "Y":  # a star
        rays = path(star(22, 22, 15, 6.6), fill="none", stroke_width=1.8 * weight, stroke_linejoin="round")
        return rays + circle(22, 22, 2.6 * weight, stroke="none")
    if letter == "O":  # a cross of wedges
        arms = (
            "M22 20.2L17.6 8.2Q22 5.6 26.4 8.2ZM22 23.8L17.6 35.8Q22 38.4 26.4 35.8Z"
            "M20.2 22L8.2 17.6Q5.6 22 8.2 26.4ZM23.8 22L35.8 17.6Q38.4 22 35.8 26.4Z"
        )
        dots = "".join(circle(x, y, 1.7, stroke="none") for x in (11.5, 32.5) for y in (11.5, 32.5))
        return path(arms, stroke="none") + dots
    if letter == "P":  # waves
        waves = "".join(f"M5 {y}c3-5.4 5.6-5.4 8.5 0s5.6 5.4 8.5 0s5.6-5.4 8.5 0s5.6 5.4 8.5 0" for y in (12, 22, 32))
        return path(waves, fill="none", stroke_width=2.1 * weight, stroke_linecap="round")
    petals = "".join(  # a rosette: any colour
        tag("ellipse", cx=22, cy=12.6, rx=5.2, ry=7.4, transform=f"rotate({72 * k} 22 22)", fill="none",
            stroke_width=1.5 * weight)
        for k in range(5)
    )  # fmt: skip
    return petals + circle(22, 22, 2.6, stroke="none")


SMALL_ENGRAVINGS = {
    "B": '<path d="M2.4 16.4v-1.6a7.6 9.4 0 0 1 15.2 0v1.6M6.6 16.4v-1.2a3.4 4.6 0 0 1 6.8 0v1.2" fill="none" '
    'stroke-width="2"/>',
    "W": '<path d="M4 4L16 16M16 4L4 16" fill="none" stroke-width="2.2"/>'
    '<path d="M10 2.4L17.6 10L10 17.6L2.4 10Z" fill="none" stroke-width="1.4"/>',
    "Y": f'<path d="{star(10, 10, 7.6, 3, 6)}" stroke="none"/>',
    "O": '<path d="M7.9 3h4.2v4.9H17v4.2h-4.9V17H7.9v-4.9H3V7.9h4.9Z" stroke="none"/>',
    "P": '<path d="M2.6 8c1.9-3.6 3.5-3.6 5 0s3.3 3.6 5 0s3-3.6 4.8 0M2.6 14.4c1.9-3.6 3.5-3.6 5 0s3.3 3.6 5 0'
    's3-3.6 4.8 0" fill="none" stroke-width="2"/>',
    "J": '<circle cx="10" cy="10" r="5.6" fill="none" stroke-width="1.8" stroke-dasharray="3.4 2"/>'
    '<circle cx="10" cy="10" r="2" stroke="none"/>',
}


def lancet(width: float, height: float, shoulder: float | None = None) -> str:
    """The path of a pointed arch; it springs at the height of the shoulder."""
    w, t = width, shoulder or width * 0.62
    left = f"M0 {height:.4g}V{t:.4g}C0 {t * 0.42:.4g} {w * 0.36:.4g} {t * 0.36:.4g}"
    right = f"{w / 2:.4g} 0C{w * 0.64:.4g} {t * 0.36:.4g} {w:.4g} {t * 0.42:.4g}"
    return f"{left} {right} {w:.4g} {t:.4g}V{height:.4g}Z"


def ornament(radius: float, around: tuple[bool, bool, bool, bool]) -> str:
    """A rosette around 0 0: a gilded petal for every pane in the four cells around it."""
    r = radius
    petal = (
        f"M0 0C{-r * 0.5:.4g} {-r * 0.3:.4g} {-r * 0.42:.4g} {-r * 0.86:.4g} 0 {-r * 0.9:.4g}"
        f"C{r * 0.42:.4g} {-r * 0.86:.4g} {r * 0.5:.4g} {-r * 0.3:.4g} 0 0Z"
    )
    petals = "".join(
        path(petal, "petal gilded" if there else "petal", transform=f"rotate({angle})")
        for angle, there in zip(PETAL_ANGLES, around, strict=True)
    )
    return circle(0, 0, r, "rosette") + petals + circle(0, 0, r * 0.2, "rosette")


# --- symbols ----------------------------------------------------------------------------------


def symbols() -> str:
    """The gradients, patterns and symbols of glass."""
    drawn = [
        clip("upper", lancet(WINDOW, UPPER)),
        clip("lower", f"M0 0H{WINDOW}V{LOWER}H0Z"),
        clip("small-upper", lancet(SMALL_WINDOW, SMALL_UPPER)),
        clip("small-lower", f"M0 0H{SMALL_WINDOW}V{SMALL_LOWER}H0Z"),
    ]
    for letter in LETTERS:
        drawn += [gradients(letter), pane_symbol(letter), small_pane_symbol(letter)]
    for letter in KINDS:
        drawn += [space_symbol(letter), small_space_symbol(letter)]
    for letter in (*LETTERS, ""):
        drawn += [
            cell_symbol(letter, "upper", WINDOW, UPPER),
            cell_symbol(letter, "lower", WINDOW, LOWER),
            cell_symbol(letter, "small-upper", SMALL_WINDOW, SMALL_UPPER),
            cell_symbol(letter, "small-lower", SMALL_WINDOW, SMALL_LOWER),
        ]
    return "".join(drawn)


def clip(name: str, path: str) -> str:
    return f'<clipPath id="sintra-clip-{name}"><path d="{path}"/></clipPath>'


def gradients(letter: str) -> str:
    """Light through a pane, light through a window, and the pattern repeated over a window."""

    def stops(middle: float) -> str:
        tones = (("light", 0), ("mid", middle), ("deep", 1))
        return "".join(f'<stop class="glass-{tone}" offset="{at:g}"/>' for tone, at in tones)

    return (
        f'<linearGradient id="sintra-glass-{letter}" class="glass-{letter}" x2=".75" y2="1">{stops(0.48)}'
        f'</linearGradient><radialGradient id="sintra-lit-{letter}" class="glass-{letter}" cy=".42" r=".75">'
        f'{stops(0.55)}</radialGradient><pattern id="sintra-pattern-{letter}" class="glass-{letter}" width="22" '
        f'height="22" patternUnits="userSpaceOnUse"><g transform="scale(.5)" class="glass-engraved">'
        f"{engraving(letter, 1.15)}</g></pattern>"
    )


def pane_symbol(letter: str) -> str:
    """A pane in its lead frame."""
    return (
        f'<symbol id="sintra-pane-{letter}" class="glass-{letter}" viewBox="0 0 44 44" overflow="visible">'
        '<rect x="2.5" y="4" width="42" height="42" rx="7" class="glass-cast"/>'
        '<rect width="44" height="44" rx="7" class="glass-lead"/>'
        '<rect x=".9" y=".9" width="42.2" height="42.2" rx="6.2" class="glass-rim"/>'
        f'<rect x="3.4" y="3.4" width="37.2" height="37.2" rx="4.6" fill="url(#sintra-glass-{letter})"/>'
        f'<g class="glass-engraved" opacity=".86">{engraving(letter)}</g>'
        '<path d="M6.4 15V9.6Q6.4 6.4 9.6 6.4H21" class="glass-shine"/>'
        '<path d="M38.2 27V34.6Q38.2 38.2 34.6 38.2H26" class="glass-shine" opacity=".3"/></symbol>'
    )


def small_pane_symbol(letter: str) -> str:
    """A pane under 24 px: a bolder pattern."""
    return (
        f'<symbol id="sintra-small-pane-{letter}" class="glass-{letter}" viewBox="0 0 20 20">'
        '<rect width="20" height="20" rx="4" class="glass-lead"/>'
        f'<rect x="1.6" y="1.6" width="16.8" height="16.8" rx="2.8" fill="url(#sintra-glass-{letter})"/>'
        f'<g class="glass-engraved">{SMALL_ENGRAVINGS[letter]}</g></symbol>'
    )


def space_symbol(letter: str) -> str:
    """An empty space of a strip: tinted paper with the pattern in ink."""
    return (
        f'<symbol id="sintra-space-{letter}" class="glass-{letter}" viewBox="0 0 44 44">'
        '<rect x=".8" y=".8" width="42.4" height="42.4" rx="5" class="space-wash space-edge"/>'
        f'<g class="space-ink" opacity=".8">{engraving(letter, 0.85)}</g></symbol>'
    )


def small_space_symbol(letter: str) -> str:
    """A space under 24 px, as on the flap that shows the hidden side of a strip."""
    return (
        f'<symbol id="sintra-small-space-{letter}" class="glass-{letter}" viewBox="0 0 20 20">'
        '<rect width="20" height="20" rx="3" class="space-wash"/>'
        f'<g class="space-ink">{SMALL_ENGRAVINGS[letter]}</g></symbol>'
    )


def cell_symbol(letter: str, kind: str, width: int, height: int) -> str:
    """One cell of a window: stained glass around a medallion, or (no letter) dark leaded glass."""
    arch = kind.endswith("upper")
    outline = lancet(width, height) if arch else f"M0 0H{width}V{height}H0Z"
    glass = stained(letter, width, height, height * 0.6 if arch else height / 2) if letter else dark(width, height)
    shade = f' class="glass-{letter}"' if letter else ""
    return (
        f'<symbol id="sintra-{kind}-{letter or "dark"}"{shade} viewBox="0 0 {width} {height}" overflow="visible">'
        f'<g clip-path="url(#sintra-clip-{kind})">{glass}</g>'
        f'<path d="{outline}" class="glass-came" stroke-width="{width * 0.06:.4g}"/></symbol>'
    )


def stained(letter: str, w: float, h: float, middle: float) -> str:
    """Stained glass in cames, with a medallion at this height."""
    r = w * 0.29
    came = max(1, w * 0.04)
    bars = (
        f"M{w / 2:.4g} 0V{middle - r:.4g}M{w / 2:.4g} {middle + r:.4g}V{h:.4g}"
        f"M0 {middle:.4g}H{w / 2 - r:.4g}M{w / 2 + r:.4g} {middle:.4g}H{w:.4g}"
    )
    motif, side = (engraving(letter, 1.5), 44) if w >= 40 else (SMALL_ENGRAVINGS[letter], 20)
    scale = r * 1.65 / side
    half = r * 1.65 / 2
    return (
        f'<rect width="{w}" height="{h}" fill="url(#sintra-lit-{letter})"/>'
        f'<rect width="{w}" height="{h}" fill="url(#sintra-pattern-{letter})" opacity=".4"/>'
        f'<path d="{bars}" class="glass-came" stroke-width="{came:.4g}"/>'
        f'<circle cx="{w / 2:.4g}" cy="{middle:.4g}" r="{r:.4g}" fill="url(#sintra-glass-{letter})"/>'
        f'<g class="glass-engraved" transform="translate({w / 2 - half:.4g} {middle - half:.4g}) '
        f'scale({scale:.3f})">{motif}</g>'
        f'<circle cx="{w / 2:.4g}" cy="{middle:.4g}" r="{r:.4g}" class="glass-came" '
        f'stroke-width="{max(1, w * 0.045):.4g}"/>'
        f'<path d="M{w * 0.12:.4g} {h * 0.86:.4g}V{h * 0.5:.4g}" class="glass-shine" opacity=".7"/>'
    )


def dark(w: float, h: float) -> str:
    """A window without a pane: lozenges of plain glass, dark inside."""
    step = w / 4
    lozenges = "".join(
        f"M{k * step:.4g} {h:.4g}l{h:.4g} {-h:.4g}M{k * step:.4g} 0l{h:.4g} {h:.4g}"
        for k in range(-int(h / step) - 1, 5)
    )
    return f'<rect width="{w}" height="{h}" class="glass-night"/><path d="{lozenges}" class="glass-lozenges"/>'
