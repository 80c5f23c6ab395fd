// @ts-check
// Loads the script of every page. Each file is about one subject, and listens as soon as it is loaded.
// README.md lists the attributes that they read.

import "./swap.js";
import "./connection.js";
import "./input.js";
import "./slots.js";
import "./cards.js";
import "./choices.js";
import "./previews.js";
import "./popovers.js";
import "./hints.js";
import "./keyboard.js";
import "./helper.js";
import "./clipboard.js";
import "./booklet.js";
import "./updates.js";
import "./luck.js";
import "./company/company.js";
import "./app/app.js";
