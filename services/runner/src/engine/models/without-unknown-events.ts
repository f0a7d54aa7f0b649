import { isObject } from '@assay/contract/json';

/** The members by which answers and errors of OpenAI's and Google's formats are known. */
const MEMBERS = ['choices', 'candidates', 'promptFeedback', 'error'];
/** The event types of Anthropic's format. */
const TYPES = new Set<unknown>([
  'message_start',
  'message_delta',
  'message_stop',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'ping',
  'error',
]);
/** The end of an event: an empty line, with any line ends. */
const END = /\r\n\r\n|\n\n|\r\r/;
/** At most this long an event is read, in characters; a longer one passes. */
const MAX_EVENT = 1_000_000;

/**
 * The same answer without server-sent events that the formats of our providers do not have. Providers ask clients to skip
 * these; their clients in the SDK end the answer with an error instead. An event whose data are no JSON passes: a stream
 * may be damaged.
 */
export function withoutUnknownEvents(response: Response): Response {
  const { body, ok, status, statusText, headers } = response;
  if (!ok || !body || !headers.get('content-type')?.startsWith('text/event-stream')) return response;
  const known = body
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeThrough(knownEvents())
    .pipeThrough(new TextEncoderStream());
  return new Response(known, { status, statusText, headers });
}

function knownEvents(): TransformStream<string, string> {
  let waiting = '';
  return new TransformStream({
    transform(text, controller) {
      waiting += text;
      for (let end = END.exec(waiting); end; end = END.exec(waiting)) {
        const event = waiting.slice(0, end.index + end[0].length);
        waiting = waiting.slice(event.length);
        if (!isUnknown(event)) controller.enqueue(event);
      }
      if (waiting.length <= MAX_EVENT) return;
      controller.enqueue(waiting);
      waiting = '';
    },
    flush: (controller) => controller.enqueue(waiting),
  });
}

function isUnknown(event: string): boolean {
  const data = event
    .split(/\r\n|\n|\r/)
    .flatMap((line) => (line.startsWith('data:') ? [line.slice('data:'.length)] : []))
    .join('\n');
  try {
    const value: unknown = JSON.parse(data);
    return isObject(value) && !TYPES.has(value.type) && !MEMBERS.some((member) => member in value);
  } catch {
    return false;
  }
}
