// What the script uses of htmx and of its extension for event streams (static/vendor), for the type check only.

interface HtmxExtension {
  isInlineSwap(style: string): boolean;
  handleSwap(style: string, target: HTMLElement, fragment: DocumentFragment): Element[] | false;
}

interface HtmxRequest {
  source: string;
  target: string;
  swap: string;
  values?: Record<string, string | undefined>;
  event?: Event;
}

declare const htmx: {
  ajax(verb: string, url: string, request: HtmxRequest): Promise<void>;
  defineExtension(name: string, extension: HtmxExtension): void;
  trigger(element: Element | null, event: string): void;
};

interface WindowEventMap {
  "htmx:configRequest": CustomEvent<{ formData: FormData; headers: Record<string, string> }>;
  "htmx:beforeSwap": CustomEvent<{
    xhr: XMLHttpRequest;
    serverResponse: string;
    shouldSwap: boolean;
    requestConfig: { triggeringEvent?: Event };
  }>;
  "htmx:afterSwap": CustomEvent;
  "htmx:sseOpen": CustomEvent<{ source: EventSource }>;
  "htmx:sseBeforeMessage": CustomEvent<MessageEvent<string>>;
}
