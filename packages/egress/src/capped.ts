/** The same response, whose body fails once it has unfolded to more than `maxBytes`: a few kilobytes of gzip can hold gigabytes. */
export function capped(response: Response, maxBytes: number): Response {
  const { body, status, statusText, headers, url } = response;
  if (!body || !headers.has('content-encoding')) return response;
  let bytes = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) controller.error(new RangeError('The response is too large.'));
      else controller.enqueue(chunk);
    },
  });
  return Object.defineProperty(new Response(body.pipeThrough(count), { status, statusText, headers }), 'url', { value: url });
}
