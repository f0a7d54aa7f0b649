import { createParser } from 'eventsource-parser';
import { NOT_UTF8 } from '../diagnosis/codes.ts';

export interface EventWatcher {
  /** The data of one server-sent event, before the reader of the stream sees it. */
  data(text: string): void;
  /** The end of the stream. `resumable`: the server numbers its events, so the reader may resume. */
  end(resumable: boolean, error?: unknown): void;
}

/** Passes an event stream on unchanged and reports its events to `watcher`. */
export function tapEvents(body: ReadableStream<Uint8Array>, watcher: EventWatcher): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  // Event streams are UTF-8 (HTML, Server-sent events); other bytes would change what the server said.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let resumable = false;
  const parser = createParser({
    onEvent: ({ id, data }) => {
      if (id) resumable = true;
      if (data) watcher.data(data);
    },
  });
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (value) {
          parser.feed(decoder.decode(value, { stream: true }));
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
