import { createParser } from 'eventsource-parser';
import { NOT_UTF8 } from '../diagnosis/codes.ts';

export interface EventWatcher {
  /** The data of one server-sent event, before the reader of the stream sees it. */
  data(text: string): void;
  /** Characters that were no data, such as comments, blank lines and other fields. */
  noise?(characters: number): void;
  /** The end of the stream. `resumable`: the server numbers its events, so the reader may resume. */
  end(resumable: boolean, error?: unknown): void;
}

/** Passes an event stream on unchanged and reports its events to `watcher`. */
export function tapEvents(body: ReadableStream<Uint8Array>, watcher: EventWatcher): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  // Event streams are UTF-8 (HTML, Server-sent events); other bytes would change what the server said.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let resumable = false;
  let dataLength = 0;
  const parser = createParser({
    onEvent: ({ id, data }) => {
      if (id) resumable = true;
      dataLength += data.length;
      if (data) watcher.data(data);
    },
  });
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (value) {
          const text = decoder.decode(value, { stream: true });
          dataLength = 0;
          parser.feed(text);
          watcher.noise?.(Math.max(0, endOfEvents(text) - dataLength));
          controller.enqueue(value);
        }
        if (!done) return;
        controller.close();
        watcher.end(resumable);
      } catch (error) {
        controller.error(error);
        // A repetition would bring the same bytes.
        watcher.end(resumable && (error as NodeJS.ErrnoException).code !== NOT_UTF8, error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Two line breaks end an event; any two of them contain one of these. */
const BLANK_LINES = ['\n\n', '\n\r', '\r\r'];

/** The end of the last complete event in a part of a stream; 0 when there is none. */
const endOfEvents = (text: string): number => Math.max(0, ...BLANK_LINES.map((blank) => text.lastIndexOf(blank) + 1));
