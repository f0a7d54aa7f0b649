import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { NOT_UTF8 } from '../diagnosis/codes.ts';

export interface EventWatcher {
  /** The data of one server-sent event, before the reader of the stream sees it. */
  data(text: string): void;
  /** Characters that were no data, such as comments, blank lines and other fields. */
  noise?(characters: number): void;
  /** The end of the stream. `resumable`: the server numbers its events, so the reader may resume. */
  end(resumable: boolean, error?: unknown): void;
}

/** Reads an event stream and reports its events to `watcher`. */
export class EventTap {
  /** The events of the part that was read last. */
  events: EventSourceMessage[] = [];
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #watcher: EventWatcher;
  // Event streams are UTF-8 (HTML, Server-sent events); other bytes would change what the server said.
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #parser = createParser({ onEvent: (event) => this.#take(event) });
  #resumable = false;
  #dataLength = 0;

  constructor(body: ReadableStream<Uint8Array>, watcher: EventWatcher) {
    this.#reader = body.getReader();
    this.#watcher = watcher;
  }

  /** The next part of the stream; undefined at its end. @throws when the stream is lost or not UTF-8. */
  async read(): Promise<Uint8Array | undefined> {
    try {
      const { done, value } = await this.#reader.read();
      if (!done) {
        this.#feed(value);
        return value;
      }
    } catch (error) {
      // A repetition would bring the same bytes.
      this.#watcher.end(this.#resumable && (error as NodeJS.ErrnoException).code !== NOT_UTF8, error);
      throw error;
    }
    this.#watcher.end(this.#resumable);
    return undefined;
  }

  /** The stream unchanged; `first` is a part of it that was read before. */
  stream(first?: Uint8Array): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>({
      start: (controller) => first && controller.enqueue(first),
      pull: async (controller) => {
        const part = await this.read();
        if (part) controller.enqueue(part);
        else controller.close();
      },
      cancel: (reason) => this.#reader.cancel(reason),
    });
  }

  /** Reads the rest of a stream that nothing else reads. */
  async drain(): Promise<void> {
    // The watcher is told how it ended.
    while (await this.read().catch(() => undefined));
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
    if (id) this.#resumable = true;
    this.#dataLength += data.length;
    this.events.push(event);
    if (data) this.#watcher.data(data);
  }
}

/** Two line breaks end an event; any two of them contain one of these. */
const BLANK_LINES = ['\n\n', '\n\r', '\r\r'];

/** The end of the last complete event in a part of a stream; 0 when there is none. */
const endOfEvents = (text: string): number => Math.max(0, ...BLANK_LINES.map((blank) => text.lastIndexOf(blank) + 1));
