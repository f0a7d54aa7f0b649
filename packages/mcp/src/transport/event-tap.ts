import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { AnswerBody } from '@assay/egress/request';
import { NOT_UTF8 } from '../diagnosis/codes.ts';

export interface EventWatcher {
  /** The data of one server-sent event, before the reader of the stream sees it. */
  data(text: string): void;
  /** Characters that were no data, such as comments, blank lines and other fields. */
  noise?(characters: number): void;
  /** The server's `retry:`, in milliseconds. */
  retry?(ms: number): void;
  /** The end of the stream. `resumable`: the server numbers its events, so the reader may resume. */
  end(resumable: boolean, error?: unknown): void;
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
    const isResumable = () => this.#lastEventId !== undefined;
    try {
      const part = await this.#body.read();
      if (part) {
        this.#feed(part);
        return part;
      }
    } catch (error) {
      // A repetition would bring the same bytes.
      this.#watcher.end(isResumable() && (error as NodeJS.ErrnoException).code !== NOT_UTF8, error);
      throw error;
    }
    this.#watcher.end(isResumable());
    return undefined;
  }

  cancel(reason?: unknown): void {
    this.#body.cancel(reason);
  }

  #feed(bytes: Uint8Array): void {
    const text = this.#decoder.decode(bytes, { stream: true });
    this.#dataLength = 0;
    this.events = [];
    this.#parser.feed(text);
    this.#watcher.noise?.(Math.max(0, endOfEvents(text) - this.#dataLength));
  }

  #take(event: EventSourceMessage): void {
    const { id, data } = event;
    if (id) this.#lastEventId = id;
    this.#dataLength += data.length;
    this.events.push(event);
    if (data) this.#watcher.data(data);
  }
}

/** Two line breaks end an event; any two of them contain one of these. */
const BLANK_LINES = ['\n\n', '\n\r', '\r\r'];

/** The end of the last complete event in a part of a stream; 0 when there is none. */
const endOfEvents = (text: string): number => Math.max(0, ...BLANK_LINES.map((blank) => text.lastIndexOf(blank) + 1));
