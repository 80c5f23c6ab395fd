"""What pages show: each dataclass beside the function that builds it, without anything that the viewer may not know.

Every template gets `visit` (a Visit), `title` (of the browser's tab), `body` (see below) and `t(key, **gaps)`,
a sentence of `words/<language>.toml` in the visitor's language. Templates escape all texts except
those of type Markup, which are SVG that we have drawn.

| template             | body       | shown at                                                         |
|----------------------|------------|------------------------------------------------------------------|
| home.jinja           | Home       | /                                                                |
| new.jinja            | NewTable   | /new/GAME                                                        |
| table.jinja          | TableView  | /t/ID: includes parts/table.jinja in an element id="table"       |
| parts/table.jinja    | TableView  | a fragment: answers to posts, and events                         |
| parts/refusal.jinja  | Problem    | a fragment: why a request was refused (statuses 4xx)             |
| parts/hint.jinja     | Hint       | a fragment: what a bot would do                                  |
| parts/previews.jinja | Previews   | a fragment: what each choice would bring                         |
| parts/rule.jinja     | RuleView   | a fragment: one rule, for the popover                            |
| replay.jinja         | Replay     | /t/ID/replay                                                     |
| parts/replay.jinja   | Replay     | the same as a fragment, for htmx                                 |
| review.jinja         | ReviewPage | /t/ID/review                                                     |
| parts/review.jinja   | ReviewPage | the same as a fragment, for htmx                                 |
| rules.jinja          | Booklet    | /rules/GAME                                                      |
| mine.jinja           | Mine       | /mine                                                            |
| seat.jinja           | Invitation | /t/ID/seat/KEY                                                   |
| error.jinja          | Problem    | a page: why a request was refused or failed                      |

Posts (urlencoded forms, by htmx or without scripts):

| to             | fields                       | answer to htmx; others are redirected to the page |
|----------------|------------------------------|---|
| /play/GAME     | [name], [pledge], [luck]     | to the new table |
| /new/GAME      | seats, seat-N, name-N, option-NAME, clock, listed, hints, title, [pledge], [luck] | to the table |
| /join          | code                         | to the table |
| /t/ID/play     | seat, version, action        | parts/table.jinja; 409 stale, 422 forbidden |
| /t/ID/undo     | seat, version, [back]        | parts/table.jinja; a sealed answer is unsealed |
| /t/ID/agree    | version, yes=1 or 0          | parts/table.jinja |
| /t/ID/hint     | seat, version                | parts/hint.jinja |
| /t/ID/leave    | [seat], [level]              | parts/table.jinja |
| /t/ID/return   | [seat]                       | parts/table.jinja |
| /t/ID/sit      | seat, name, [luck]           | parts/table.jinja (waiting tables) |
| /t/ID/seat     | seat, kind=open or bot:LEVEL | parts/table.jinja (the host, waiting tables) |
| /t/ID/link     | seat, link=make or close     | parts/table.jinja (the own seat, or the host's free one) |
| /t/ID/seat/KEY | [name], [luck]               | to the table |
| /t/ID/give-up  | [seat]                       | parts/table.jinja |
| /t/ID/start    | [fill=1]                     | parts/table.jinja |
| /t/ID/again    | [pledge], [luck]             | to a new table of the same people |
| /t/ID/from     | ply, seat, [pledge], [luck]  | to a new table against bots |
| /t/ID/review   |                              | parts/review.jinja |
| /settings      | language, theme, helper, colour_blind, name, back | to `back`; every field may be missing |

The page of a table opens `body.events` as its event stream. Every event is named `table`, its id is the
version, and its data is parts/table.jinja for this viewer; after the first event only the parts that
changed (`parts.py`).
"""
