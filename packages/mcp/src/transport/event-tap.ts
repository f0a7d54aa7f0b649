import { createParser } from 'eventsource-parser';

export interface EventWatcher {
  /** The data of one server-sent event, before the reader of the stream sees it. */
  data(text: string): void;
  /** The end of the stream. `resumable`: the server numbers its events, so the reader may resume. */
  end(resumable: boolean, error?: unknown): void;
}

/** Passes an event stream on unchanged and reports its events to `watcher`. */
export function tapEvents(body: ReadableStream<Uint8Array>, watcher: EventWatcher): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
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
        watcher.end(resumable, error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
