import { ConnectionFailure } from './connection-failure.ts';
import type { Operation } from './operation-entry.ts';
import { Problem } from './problem.ts';

/** The answer of a call with what its reply does not tell. */
export interface Answer<Reply = unknown> {
  /** The reply, as the call alone returns it. */
  data: Reply;
  status: number;
  headers: Headers;
  /** Finds the request in the logs of the platform. */
  requestId: string | undefined;
  /** Whether it is the answer of an earlier request with the same idempotency key. */
  isReplay: boolean;
}

/** Where an operation leads that answers with a redirect; browsers do not tell scripts. */
export interface Redirect {
  location: string | undefined;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Throws the refusal of an answer that is none of the operation's: a `Problem`, or a ConnectionFailure for a redirect,
 * after which the credential would reach another address.
 */
export async function assertAnswered(operation: Operation, response: Response): Promise<void> {
  if (isRedirect(response)) {
    if (operation.redirects) return;
    const where = originOf(response);
    throw new ConnectionFailure(
      'redirect',
      operation.id,
      `the address of the client redirects${where === undefined ? '' : ` to ${where}`}, and redirects are not followed. Create the client with the right address.`,
    );
  }
  if (response.ok) return;
  const text = await response.text();
  throw new Problem({
    operationId: operation.id,
    status: response.status,
    headers: response.headers,
    body: parsedOr(text, text),
  });
}

/** Reads a successful answer to its end. */
export async function readAnswer(operation: Operation, response: Response): Promise<Answer> {
  const { status, headers } = response;
  return {
    data: isRedirect(response)
      ? ({ location: headers.get('location') ?? undefined } satisfies Redirect)
      : await readBody(operation, response),
    status,
    headers,
    requestId: headers.get('x-request-id') ?? undefined,
    isReplay: headers.get('idempotency-replayed') === 'true',
  };
}

/** JSON, a text, or bytes, as the media type of the answer says. */
async function readBody({ id }: Operation, response: Response): Promise<unknown> {
  const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (/^application\/([^;]+\+)?json$/.test(type)) {
    const value = parsedOr(await response.text(), undefined);
    if (value === undefined) throw new ConnectionFailure('unreadable', id, 'the answer is no JSON.');
    return value;
  }
  if (/^text\/|[/+](xml|x-ndjson)$/.test(type)) return response.text();
  return new Uint8Array(await response.arrayBuffer());
}

/** In a browser a redirect that is not followed has no status. */
const isRedirect = ({ status, type }: Response): boolean => type === 'opaqueredirect' || REDIRECTS.has(status);

const originOf = ({ headers, url }: Response): string | undefined => {
  const location = headers.get('location');
  if (location === null || !URL.canParse(location, url || undefined)) return undefined;
  return new URL(location, url || undefined).origin;
};

function parsedOr<Fallback>(text: string, fallback: Fallback): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fallback;
  }
}
