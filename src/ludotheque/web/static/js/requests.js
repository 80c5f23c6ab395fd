// @ts-check
// Asks the server for pieces of a page.

import { tableState } from "./state.js";

/**
 * Fetches a fragment of HTML. The answer is empty if the request fails.
 * @param {string} url
 * @returns {Promise<string>}
 */
export async function fetchFragment(url) {
  try {
    const answer = await fetch(url, { headers: { "HX-Request": "true" } });
    return answer.ok ? await answer.text() : "";
  } catch {
    return "";
  }
}

/**
 * Sends a request whose answer replaces the table. The table itself is its source, because htmx knows the swap style
 * "parts" only there. If the request fails, a banner says so (connection.js) and the visitor can try again.
 * @param {"GET" | "POST"} verb
 * @param {string} url
 * @param {Record<string, string | undefined>} [values]
 */
export function requestTable(verb, url, values) {
  htmx.ajax(verb, url, { source: "#table", target: "#table", swap: "parts", values }).catch(() => {});
}

/** Fetches the newest state of the table. */
export function catchUp() {
  const { url } = tableState();
  if (url) {
    requestTable("GET", `${url}/part${location.search}`);
  }
}
