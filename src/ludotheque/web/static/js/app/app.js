// @ts-check
// What makes the site an app: copies of pages without a connection, installing, signs and sounds for a turn, clocks.

import "./clocks.js";
import "./offline.js";
import "./silence.js";
import "./turn.js";
import "./worker.js";
