import { given } from '@assay/contract/given';
import type { FetchLike } from '@modelcontextprotocol/client';
import type { Egress } from '@assay/egress/egress';

/** The largest OAuth document, in bytes. */
const MAX_BYTES = 512 * 1024;

export interface DocumentFetch {
  fetch: FetchLike;
  /** The address of the last request, and its answer if there was one; `location` is where it redirects to. */
  latest(): { url: string; status?: number; location?: string; body?: Buffer | undefined } | undefined;
}

/** A request for an OAuth document; `status` and `body` are absent when there was no answer. */
export interface DocumentExchange {
  url: string;
  status?: number;
  body?: Buffer;
  durationMs: number;
}

/**
 * `fetch` for small OAuth documents: read as a whole, up to a limit, until `signal` aborts. `seen` is told of each
 * request when it is over.
 */
export function documentFetch(
  egress: Egress,
  signal: AbortSignal,
  seen: (exchange: DocumentExchange) => void = () => undefined,
): DocumentFetch {
  let latest: ReturnType<DocumentFetch['latest']>;
  const fetch: FetchLike = async (url, init) => {
    const startedAt = performance.now();
    try {
      return await answered(url, init);
    } finally {
      const { status, body } = latest!;
      seen({ url: String(url), durationMs: performance.now() - startedAt, ...given({ status, body }) });
    }
  };
  const answered: FetchLike = async (url, init) => {
    latest = { url: String(url) };
    const { status, headers, body } = await egress.fetch(url, { ...init, signal });
    const named = headers.get('location');
    const location = named === null ? undefined : URL.parse(named, String(url))?.href;
    latest = { url: String(url), status, ...given({ location }) };
    const bytes = body ? await read(body) : undefined;
    latest = { ...latest, body: bytes };
    // The official client recognizes an error response by the global Response class, so a new one is made; the reason
    // phrase is dropped because Response refuses some.
    return new Response(bytes?.length ? bytes : null, { status, headers });
  };
  return { fetch, latest: () => latest };
}

async function read(body: ReadableStream<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.byteLength;
    if (bytes > MAX_BYTES) throw new RangeError('The document is too large.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
