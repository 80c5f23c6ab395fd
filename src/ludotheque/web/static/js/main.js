// @ts-check
// Starts the script of every page. Each file is about one subject; README.md lists the attributes they read.

import { startBooklet } from "./booklet.js";
import { startChoices } from "./choices.js";
import { startClipboard } from "./clipboard.js";
import { startClocks } from "./clocks.js";
import { startConnection } from "./connection.js";
import { startHelper } from "./helper.js";
import { startInput } from "./input.js";
import { startKeyboard } from "./keyboard.js";
import { startLuck } from "./luck.js";
import { startPopovers } from "./popovers.js";
import { startPreviews } from "./previews.js";
import { startSwap } from "./swap.js";
import { startUpdates } from "./updates.js";

startSwap();
startConnection();
startInput();
startChoices();
startPreviews();
startPopovers();
startKeyboard();
startHelper();
startClipboard();
startClocks();
startBooklet();
startUpdates();
startLuck();
