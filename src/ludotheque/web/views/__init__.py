"""What a page shows: each dataclass beside the function that builds it, and nothing that the viewer may not know.

Every template gets two names: `page` (a Page) and `body` (what its line below says), and the
function `t(key, **gaps)`: a sentence of `words/<language>.toml` in the visitor's language.
Texts are plain and must be escaped, except fields of the type Markup, which are SVG drawn by us.

| template             | body       | shown at                                                         |
|----------------------|------------|------------------------------------------------------------------|
| home.jinja           | Home       | /                                                                |
| new.jinja            | NewTable   | /new/GAME                                                        |
| table.jinja          | TableView  | /t/ID: includes parts/table.jinja in an element id="table"        |
| parts/table.jinja    | TableView  | the same, as a fragment: answers to posts, and events            |
| parts/refusal.jinja  | Problem    | a fragment: why something was not done (statuses 4xx)            |
| parts/hint.jinja     | Hint       | a fragment: what a bot would do                                  |
| parts/slips.jinja    | Slips      | a fragment: what each choice would bring                         |
| parts/rule.jinja     | RuleView   | a fragment: one rule, for the popover                            |
| replay.jinja         | Replay     | /t/ID/replay                                                     |
| parts/replay.jinja   | Replay     | the same as a fragment, when htmx asks                           |
| rules.jinja          | Booklet    | /rules/GAME                                                      |
| mine.jinja           | Mine       | /mine                                                            |
| chair.jinja          | Invitation | /t/ID/chair/KEY                                                  |
| error.jinja          | Problem    | anything that went wrong, as a page                              |

What is posted (urlencoded forms; htmx or plain):

| to                | fields                                  | answer (htmx; a plain post is sent back to the page) |
|-------------------|-----------------------------------------|-------------------------------------------------------|
| /play/GAME        | [name], [pledge], [luck]                | 303 to the new table                                  |
| /new/GAME         | seats, seat-N, name-N, option-NAME, clock, listed, hints, title, [pledge], [luck] | to the table |
| /join             | code                                    | 303 to the table                                      |
| /t/ID/play        | seat, version, action                   | parts/table.jinja; 409 stale, 422 forbidden           |
| /t/ID/undo        | seat, version, [back]                   | parts/table.jinja                                     |
| /t/ID/agree       | version, yes=1 or 0                     | parts/table.jinja                                     |
| /t/ID/hint        | seat, version                           | parts/hint.jinja                                      |
| /t/ID/leave       | [seat]                                  | parts/table.jinja                                     |
| /t/ID/return      | [seat]                                  | parts/table.jinja                                     |
| /t/ID/sit         | seat, name, [luck]                      | parts/table.jinja (waiting tables)                    |
| /t/ID/seat        | seat, kind=open or bot:LEVEL            | parts/table.jinja (the host, waiting tables)          |
| /t/ID/link        | seat, link=make or close                | parts/table.jinja (the own chair, or the host's free) |
| /t/ID/chair/KEY   | [name], [luck]                          | 303 to the table                                      |
| /t/ID/start       |                                         | parts/table.jinja                                     |
| /t/ID/again       | [pledge], [luck]                        | 303 to a new table of the same people                 |
| /t/ID/from        | ply, seat, [pledge], [luck]             | 303 to a new table against bots                       |
| /settings         | language, theme, helper, colour_blind, name, back | 303 to `back`; any of them                  |

A table's page opens `body.events` as its event stream: every event is named `table`, its id is
the version, its data is parts/table.jinja for this viewer; after the first event of a stream only
the parts of it that changed (`parts.py`).
"""
