import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { AnswerBody } from '@assay/egress/request';

export interface EventWatcher {
  /** The data of one server-sent event, before the reader of the stream sees it. */
  data?(text: string): void;
  /** Characters that were no data, such as comments, blank lines and other fields. */
  noise?(characters: number): void;
  /** The server's `retry:`, in milliseconds. */
  retry?(ms: number): void;
  /** The end of the stream, with the error by which it was lost. */
  end?(error?: unknown): void;
}

/** Reads an event stream, and reports its events to `watcher` before its reader sees them. */
export class EventTap implements AnswerBody {
  /** The events of the part that was read last. */
  events: EventSourceMessage[] = [];
  readonly #body: AnswerBody;
  readonly #watcher: EventWatcher;
  // Event streams are UTF-8 (HTML, Server-sent events); other bytes would change what the server said.
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #parser = createParser({
    onEvent: (event) => this.#take(event),
    onRetry: (ms) => this.#watcher.retry?.(ms),
  });
  #lastEventId: string | undefined;
  #dataLength = 0;
  /** Whether the last part ended in a carriage return, which may be half of a line break. */
  #endedInReturn = false;
  #hasEnded = false;

  constructor(body: AnswerBody, watcher: EventWatcher) {
    this.#body = body;
    this.#watcher = watcher;
  }

  /** The id of the last event that has one. */
  get lastEventId(): string | undefined {
    return this.#lastEventId;
  }

  /** The next part of the stream; undefined at its end. @throws when the stream is lost or not UTF-8. */
  async read(): Promise<Uint8Array | undefined> {
    try {
      const part = await this.#body.read();
      if (part) this.#feed(this.#decoder.decode(part, { stream: true }));
      else this.#watcher.end?.();
      return part;
    } catch (error) {
      this.#watcher.end?.(error);
      throw error;
    }
  }

  /** Reads the last event of a stream that ended without its blank line, if its data are whole. */
  finish(): void {
    this.#hasEnded = true;
    this.#feed('\n\n');
  }

  cancel(reason?: unknown): void {
    this.#body.cancel(reason);
  }

  #feed(text: string): void {
    this.#dataLength = 0;
    this.events = [];
    this.#parser.feed(this.#withWholeLineBreaks(text));
    this.#watcher.noise?.(Math.max(0, endOfEvents(text) - this.#dataLength));
  }

  /**
   * The parser waits behind a carriage return for a line feed, and some servers end lines without one: it is added, and
   * left out where it comes with the next part.
   */
  #withWholeLineBreaks(text: string): string {
    const rest = this.#endedInReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') this.#endedInReturn = rest === '' ? false : rest.endsWith('\r');
    return rest.endsWith('\r') ? `${rest}\n` : rest;
  }

  #take(event: EventSourceMessage): void {
    const { id, data } = event;
    if (this.#hasEnded && !isJson(data)) return;
    if (id) this.#lastEventId = id;
    this.#dataLength += data.length;
    this.events.push(event);
    if (data) this.#watcher.data?.(data);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Two line breaks end an event; any two of them contain one of these. */
const BLANK_LINES = ['\n\n', '\n\r', '\r\r'];

/** The end of the last complete event in a part of a stream; 0 when there is none. */
const endOfEvents = (text: string): number => Math.max(0, ...BLANK_LINES.map((blank) => text.lastIndexOf(blank) + 1));
