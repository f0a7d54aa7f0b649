import type { AnswerBody, EgressAnswer, EgressFetch, EgressInit, SendRequest } from './request.ts';

/** `fetch` over a way to send requests, for libraries that want one. */
export const fetchOver =
  (send: SendRequest): EgressFetch =>
  async (url, init = {}) => {
    const { method, signal, redirect, host } = init;
    const headers = new Headers(init.headers);
    const body = await bodyOf(init, headers);
    return responseOf(await send(url, { method, signal, redirect, host, body, headers: Object.fromEntries(headers) }));
  };

/** The body of a request; the media type of a form or a text is added to the headers, as `fetch` does. */
async function bodyOf({ body }: EgressInit, headers: Headers): Promise<string | Uint8Array | null> {
  if (body === undefined || body === null) return null;
  if (body instanceof Uint8Array || (typeof body === 'string' && headers.has('content-type'))) return body;
  const form = new Response(body);
  const mediaType = form.headers.get('content-type');
  if (mediaType !== null && !headers.has('content-type')) headers.set('content-type', mediaType);
  return new Uint8Array(await form.arrayBuffer());
}

/** The answer as a `Response`, without the reason phrase, in which a server may write what no Response takes. */
export function responseOf({ url, status, headers, body }: EgressAnswer): Response {
  const response = new Response(body && streamOf(body), { status, headers });
  return Object.defineProperty(response, 'url', { value: url });
}

const streamOf = (body: AnswerBody): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const piece = await body.read();
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
      cancel: (reason) => body.cancel(reason),
    },
    { highWaterMark: 0 },
  );
