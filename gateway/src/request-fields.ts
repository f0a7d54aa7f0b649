import { parseCookie } from 'cookie';
import type { Operation } from '@assay/contract/operation';
import type { ApiRequest } from './handler.ts';

/** What is told when something a client sent is ignored. */
export type Notice = (header: string, chars: number) => void;

/** A field of RPC requests that is filled from a header, the query or a cookie, because it belongs to no body. */
interface Field { name: string; in: 'header' | 'query' | 'cookie'; maxLength: number; description: string; read(req: ApiRequest, ignored: Notice): string }

const KEY_CHARS = 256;
const OWNER_CHARS = 128;
const EVENT_CHARS = 128;
const TOKEN_CHARS = 128;

const headerOf = ({ headers }: ApiRequest, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/** A header that is kept as it came, or ignored when it is longer than anybody needs. */
const bounded = (name: string, max: number) => (req: ApiRequest, ignored: Notice): string => {
  const value = headerOf(req, name);
  if (Buffer.byteLength(value) <= max) return value;
  ignored(name, value.length);
  return '';
};

/**
 * The key that makes a repeated write harmless, from our own header or else the common one. A blank one counts as absent,
 * and so does one that is too long.
 */
function idempotencyKeyOf(req: ApiRequest, ignored: Notice): string {
  for (const name of ['x-assay-idempotency-key', 'idempotency-key']) {
    const value = headerOf(req, name);
    if (value.trim() === '') continue;
    if (value.length <= KEY_CHARS) return value;
    ignored(name, value.length);
  }
  return '';
}

const fields: Record<string, Field> = {
  idempotencyKey: {
    name: 'Idempotency-Key', in: 'header', maxLength: KEY_CHARS, read: idempotencyKeyOf,
    description: 'A repetition with the same key answers with what the first request made. Blank or longer keys are ignored.',
  },
  declaredSuiteId: {
    name: 'declaredSuiteId', in: 'query', maxLength: OWNER_CHARS,
    description: 'The id under which a file declares the suite: the writer speaks for that file.',
    read: ({ query }) => {
      const { declaredSuiteId: id } = query as Record<string, unknown>;
      return typeof id === 'string' && id.length <= OWNER_CHARS ? id : '';
    },
  },
  launcher: {
    name: 'x-assay-launcher', in: 'header', maxLength: 512, read: bounded('x-assay-launcher', 512),
    description: 'The program that starts the run, as compact JSON: `{"kind": "cli" | "mcp" | "github_action", "client"?, "version"?}`. What cannot be read is ignored.',
  },
  ci: {
    name: 'x-assay-ci', in: 'header', maxLength: 2_048, read: bounded('x-assay-ci', 2_048),
    description: 'The CI job behind the request, as compact JSON with any of `provider`, `pipelineId`, `jobId`, `runUrl`, `branch`, `commitSha`. What cannot be read is ignored.',
  },
  lastEventId: {
    name: 'Last-Event-ID', in: 'header', maxLength: EVENT_CHARS, read: bounded('last-event-id', EVENT_CHARS),
    description: 'The id of the last event that was received: the stream goes on after it.',
  },
  browserToken: {
    name: 'assay_connection', in: 'cookie', maxLength: TOKEN_CHARS,
    description: 'Ties the way back from an authorization server to the browser that set out. The page that sends it there sets it.',
    read: (req) => {
      const { assay_connection: token = '' } = parseCookie(headerOf(req, 'cookie'));
      return token.length <= TOKEN_CHARS ? token : '';
    },
  },
};

/** The fields of the operation's request that do not come from its path and body. */
export function fieldsOf({ rpc }: Operation): [string, Field][] {
  const blank = rpc.requestDeserialize(Buffer.alloc(0)) as object;
  return Object.entries(fields).filter(([name]) => name in blank);
}
