"""What pages show: each dataclass beside the function that builds it, without anything that the viewer may not know.

Every template gets `visit` (a Visit), `title` (of the browser's tab), `body` (see below) and `t(key, **gaps)`,
a sentence of `words/<language>.toml` in the visitor's language. Templates escape all texts except
those of type Markup, which are SVG that we have drawn.

| template             | body       | shown at                                                         |
|----------------------|------------|------------------------------------------------------------------|
| home.jinja           | Home       | /                                                                |
| new.jinja            | NewTable   | /new/GAME                                                        |
| new_companion.jinja  | NewCompanion | /companion                                                     |
| companion.jinja      | TableView  | /companion/ID/KEY: a table at which people enter what a box deals |
| scores.jinja         | Scores     | /companion/ID/KEY/scores, also as parts/scores.jinja             |
| table.jinja          | TableView  | /t/ID: includes parts/table.jinja in an element id="table"       |
| lesson.jinja         | TableView  | /learn/GAME/STEP: a table with a coach (parts/coach.jinja)       |
| parts/table.jinja    | TableView  | a fragment: answers to posts, and events                         |
| parts/refusal.jinja  | Problem    | a fragment: why a request was refused (statuses 4xx)             |
| parts/hint.jinja     | Hint       | a fragment: what a bot would do                                  |
| parts/previews.jinja | Previews   | a fragment: what each choice would bring                         |
| parts/watched.jinja  | Watched    | a fragment: what the coach of a short game says                  |
| parts/rule.jinja     | RuleView   | a fragment: one rule, for the popover                            |
| parts/piece.jinja    | PieceCard  | a fragment: the card of a piece, for the popover; /rules/GAME has all |
| replay.jinja         | Replay     | /t/ID/replay                                                     |
| parts/replay.jinja   | Replay     | the same as a fragment, for htmx                                 |
| share.jinja          | ShareSheet | /t/ID/share                                                      |
| parts/share.jinja    | ShareSheet | the same as a fragment, for the sheet of a table                 |
| review.jinja         | ReviewPage | /t/ID/review                                                     |
| parts/review.jinja   | ReviewPage | the same as a fragment, for htmx                                 |
| analysis_open.jinja  | OpenPage   | /analysis                                                        |
| analysis.jinja       | TableView  | /analysis/TEXT/AT: a table with a tree of moves, the TEXT, at a node |
| parts/evaluation.jinja | EvaluationView | an event of /analysis/TEXT/AT/think                         |
| rules.jinja          | Booklet    | /rules/GAME                                                      |
| setup_start.jinja    | SetupStart | /analysis/setup                                                  |
| setup.jinja          | Setup      | /analysis/setup/GAME                                             |
| parts/setup.jinja    | Setup      | its changing part as a fragment, for htmx                        |
| own_box.jinja        | OwnBoxPage | /box/GAME?box=BOX                                                |
| me.jinja             | Me         | /me                                                              |
| device.jinja         | VisitorRow, key | /me/device/KEY                                              |
| seat.jinja           | Invitation | /t/ID/seat/KEY                                                   |
| offline.jinja        | None       | /offline/LANGUAGE: what the service worker shows without a connection |
| error.jinja          | Problem    | a page: why a request was refused or failed                      |

Posts (urlencoded forms, by htmx or without scripts):

| to             | fields                       | answer to htmx; others are redirected to the page |
|----------------|------------------------------|---|
| /play/GAME     | [name], [rated=1], [pledge], [luck] | to the new table |
| /new/GAME      | seats, seat-N, name-N, option-NAME, clock, listed, hints, analysis, title, [luck] | to the table |
| /analysis/setup | text, [ply]                 | the editor, without htmx too |
| /analysis/setup/GAME | position, [seat], and part, piece or field, value or begin | parts/setup.jinja |
| /box/GAME      | text, [name]                 | to the page of the box, or 422 with the reason |
| /join          | code                         | to the table |
| /learn/GAME    | [name], [pledge], [luck]     | to the table of the lesson's short game |
| /learn/GAME/STEP/PLAYED/play | seat, version, action | parts/table.jinja; PLAYED are the actions so far, or "start" |
| /learn/GAME/STEP/PLAYED/undo | seat, version | parts/table.jinja |
| /companion     | game, name-N, option-NAME, hints | to the companion |
| /companion/ID/KEY/play | version, ply, action | parts/table.jinja; 409 if another phone was faster |
| /companion/ID/KEY/draws | version, ply, draws=N-N-N; or version, phone=N | parts/table.jinja; 422 impossible |
| /companion/ID/KEY/hands | version, draws=N-N-N | parts/table.jinja: what was left in secret hands at the end |
| /companion/ID/KEY/undo | version, back        | parts/table.jinja |
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
| /quick         | match=GAME:PLAYERS, [name], [luck] | to the table |
| /t/ID/react    | reaction                     | nothing: the event `company` tells everybody |
| /t/ID/say      | text                         | nothing: the event `company` tells the players |
| /t/ID/chat     | on=1 or 0 (the host)         | nothing |
| /t/ID/again    | [pledge], [luck]             | to a new table of the same people |
| /t/ID/from     | ply, seat, [pledge], [luck]  | to a new table against bots |
| /t/ID/review   |                              | parts/review.jinja |
| /analysis      | text, or game, players, option-NAME | to the analysis |
| /analysis/TEXT/AT/play | seat, version, action | parts/table.jinja, as all posts here but the last |
| /analysis/TEXT/AT/line | line: actions with spaces between them | |
| /analysis/TEXT/AT/roll, draw | [outcome]      | |
| /analysis/TEXT/AT/comment, promote, cut | [text] | |
| /analysis/TEXT/AT/table | seat, level, [pledge], [luck] | to a new table against bots |
| /push          | endpoint, p256dh, auth       | nothing: this browser gets notifications from now on |
| /push/stop     | [endpoint]                   | nothing: one browser of the visitor, or all, get none any more |
| /t/ID/seen     |                              | nothing: the visitor sees the turn, no notification is sent |
| /me/link       |                              | me.jinja with a link for another device |
| /me/device[/KEY] | [code]                     | to /me, as the visitor of the link |
| /me/erase      | name                         | to / |
| /settings      | name, token, language, PREFERENCES, back | to `back`; every field may be missing |

The page of a table opens `body.events` as its event stream. An event `company` has what is heard at the table
(`parts/company.jinja`). All others are named `table`, their id is the version, and their data is
parts/table.jinja for this viewer; after the first event only the parts that changed (`parts.py`).
"""
