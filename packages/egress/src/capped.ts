import { comesInEvents, meter, tooLarge, type SizeLimit } from './size-limit.ts';

/** The same response, whose body fails once it has unfolded to too much: a few kilobytes of gzip can hold gigabytes. */
export function capped(response: Response, limit: SizeLimit): Response {
  const { body, status, headers, url } = response;
  if (!body || !headers.has('content-encoding')) return response;
  const isTooLarge = meter(limit.maxBytes, comesInEvents(limit, status, headers.get('content-type')));
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (isTooLarge(chunk)) controller.error(tooLarge());
      else controller.enqueue(chunk);
    },
  });
  // Without the reason phrase, in which a server may write what no Response takes.
  return Object.defineProperty(new Response(body.pipeThrough(count), { status, headers }), 'url', { value: url });
}
