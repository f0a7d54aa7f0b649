import { parseCookie } from 'cookie';
import type { HeaderName, Operation } from '@assay/contract/operation';
import { propertiesOf } from '@assay/contract/schema';
import { cookieName } from '@assay/kit/security/cookie';
import type { ApiRequest } from './handler.ts';
import { clientAddress } from './client-address.ts';

/** Holds the token of somebody who signed in with a browser. */
export const SESSION_COOKIE = 'assay_session';

/** What is told when something a client sent is ignored. */
type Notice = (header: string, chars: number) => void;

/** Where a header of the contract comes from: an HTTP header, the query, a cookie or the connection. */
interface Field {
  read(req: ApiRequest, ignored: Notice, publicUrl: string): string;
  printed?: Printed | ((operation: Operation) => Printed[]);
}

/** How the reference shows what a client sends on purpose. */
interface Printed {
  name: string;
  in: 'header' | 'query' | 'cookie';
  maxLength: number;
  description: string;
}

/** Our own spelling of the header, which wins over the common one. */
const OWN_KEY = 'x-assay-idempotency-key';
const KEY_CHARS = 256;
/** As much of a key that is too long is told to the service, which ignores or refuses it. */
const TOLD_CHARS = 1_024;
const EVALS = /^\/projects\/\{projectId\}\/eval-/;
const OWNER_CHARS = 128;
const EVENT_CHARS = 128;
const TOKEN_CHARS = 128;
const AGENT_CHARS = 256;

const headerOf = ({ headers }: ApiRequest, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/** A header that is kept as it came, or ignored when it is longer than anybody needs. */
const bounded =
  (name: string, max: number) =>
  (req: ApiRequest, ignored: Notice): string => {
    const value = headerOf(req, name);
    if (Buffer.byteLength(value) <= max) return value;
    ignored(name, value.length);
    return '';
  };

/** A cookie of ours; empty for one that is longer than those. */
export const cookieOf = ({ headers: { cookie } }: ApiRequest, name: string): string => {
  const value = (cookie === undefined ? undefined : parseCookie(cookie)[name]) ?? '';
  return value.length <= TOKEN_CHARS ? value : '';
};

/**
 * The key that makes a repeated write harmless, from our own header or else the common one. A blank one counts as absent,
 * and so does one that is too long unless there is no other.
 */
function idempotencyKeyOf(req: ApiRequest, ignored: Notice): string {
  let tooLong = '';
  for (const name of [OWN_KEY, 'idempotency-key']) {
    const value = headerOf(req, name);
    if (value.trim() === '') continue;
    if (value.length <= KEY_CHARS) return value;
    ignored(name, value.length);
    tooLong ||= value.slice(0, TOLD_CHARS);
  }
  return tooLong;
}

/** Some operations are strict about keys, which their bodies say, too. Clients of evals know our own spelling. */
function printedKeys({ input, path }: Operation): Printed[] {
  const { idempotencyKey: { maxLength = KEY_CHARS } = {} } = propertiesOf(input) as {
    idempotencyKey?: { maxLength?: number };
  };
  const rule =
    maxLength < KEY_CHARS
      ? `Keys are 1 to ${maxLength} printable ASCII characters; others are refused.`
      : 'Blank or longer keys are ignored.';
  const common: Printed = {
    name: 'Idempotency-Key',
    in: 'header',
    maxLength,
    description: `A repetition by the same person with the same key answers with what the first request made. ${rule}`,
  };
  return EVALS.test(path)
    ? [
        common,
        {
          ...common,
          name: OWN_KEY,
          description: `The same as \`Idempotency-Key\`, and the one that counts where both are sent. ${rule}`,
        },
      ]
    : [common];
}

const fields: Record<HeaderName, Field> = {
  idempotencyKey: {
    read: idempotencyKeyOf,
    printed: printedKeys,
  },
  declaredSuiteId: {
    read: ({ query }) => {
      const { declaredSuiteId: id } = query as Record<string, unknown>;
      return typeof id === 'string' && id.length <= OWNER_CHARS ? id : '';
    },
    printed: {
      name: 'declaredSuiteId',
      in: 'query',
      maxLength: OWNER_CHARS,
      description: 'The id under which a file declares the suite: the writer speaks for that file.',
    },
  },
  launcher: {
    read: bounded('x-assay-launcher', 512),
    printed: {
      name: 'x-assay-launcher',
      in: 'header',
      maxLength: 512,
      description:
        'The program that starts the run, as compact JSON: `{"kind": "cli" | "mcp" | "github_action", "client"?, "version"?}`. What cannot be read is ignored.',
    },
  },
  ci: {
    read: bounded('x-assay-ci', 2_048),
    printed: {
      name: 'x-assay-ci',
      in: 'header',
      maxLength: 2_048,
      description:
        'The CI job behind the request, as compact JSON with any of `provider`, `pipelineId`, `jobId`, `runUrl`, `branch`, `commitSha`. What cannot be read is ignored.',
    },
  },
  lastEventId: {
    read: bounded('last-event-id', EVENT_CHARS),
    printed: {
      name: 'Last-Event-ID',
      in: 'header',
      maxLength: EVENT_CHARS,
      description: 'The id of the last event that was received: the stream goes on after it.',
    },
  },
  browserToken: {
    read: (req) => cookieOf(req, 'assay_connection'),
    printed: {
      name: 'assay_connection',
      in: 'cookie',
      maxLength: TOKEN_CHARS,
      description:
        'Ties the way back from an authorization server to the browser that set out. The page that sends it there sets it.',
    },
  },
  signInToken: {
    read: (req, _ignored, publicUrl) => cookieOf(req, cookieName('assay_sign_in', publicUrl)),
    printed: {
      name: 'assay_sign_in',
      in: 'cookie',
      maxLength: TOKEN_CHARS,
      description:
        'Ties the way back from an identity provider to the browser that set out. The answer that sends it there sets it; over https its name begins with `__Host-`.',
    },
  },
  sessionToken: { read: (req, _ignored, publicUrl) => cookieOf(req, cookieName(SESSION_COOKIE, publicUrl)) },
  clientAddress: { read: clientAddress },
  userAgent: { read: (req) => headerOf(req, 'user-agent').slice(0, AGENT_CHARS) },
  // A stream says with each of its requests how long it waits.
  waitMs: { read: () => '0' },
};

/** Where each header that the operation reads comes from. */
export const fieldsOf = ({ headers = [] }: Operation): [HeaderName, Field][] =>
  headers.map((name) => [name, fields[name]]);
