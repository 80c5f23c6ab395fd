// What the server puts before the text of the service worker, for the type check only.

declare const VERSION: string;
declare const FILES: string[];
