"""A program: reads a picture in SVG and writes it as PNG. Its arguments are the width and the folder of the fonts.

It runs in a process of its own (`link_pictures.py`): drawing holds Python's lock for most of a second.
"""

import sys

import resvg_py

if __name__ == "__main__":
    drawn = resvg_py.svg_to_bytes(
        svg_string=sys.stdin.read(),
        width=int(sys.argv[1]),
        font_dirs=[sys.argv[2]],
        font_family="Inter",
        serif_family="EB Garamond",
        sans_serif_family="Inter",
    )
    sys.stdout.buffer.write(bytes(drawn))
