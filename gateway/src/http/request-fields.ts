import { parseCookie } from 'cookie';
import type { HeaderName, Operation } from '@assay/contract/operation';
import { invalid } from '@assay/contract/problem';
import { propertiesOf } from '@assay/contract/schema';
import { EVAL_VOCABULARY, vocabularyOf } from '../vocabularies/vocabulary.ts';
import { cookieName } from '@assay/kit/security/cookie';
import type { ApiRequest } from './handler.ts';
import { clientAddress } from '../addresses/client-address.ts';

/** The cookie of a browser session's token. */
export const SESSION_COOKIE = 'assay_session';
/** The cookie of a browser that visits studies. It proves nothing but visits. */
export const VISITOR_COOKIE = 'assay_visitor';

/** Reports an ignored header. */
type Notice = (header: string, chars: number) => void;

/** The source of a header of the contract: an HTTP header, the query, a cookie or the connection. */
interface Field {
  read(req: ApiRequest, ignored: Notice, publicUrl: string): string;
  printed?: Printed | ((operation: Operation) => Printed[]);
}

/** The parameter in the API reference, for headers that clients set themselves. */
interface Printed {
  name: string;
  in: 'header' | 'query' | 'cookie';
  maxLength: number;
  description: string;
}

/** Our own spelling of the header, which takes precedence over the common one. */
const OWN_KEY = 'x-assay-idempotency-key';
const KEY_CHARS = 256;
/** The part of a too long key that is passed to the service, which ignores or refuses it. */
const TOLD_CHARS = 1_024;
const OWNER_CHARS = 128;
const EVENT_CHARS = 128;
const TOKEN_CHARS = 128;
const AGENT_CHARS = 256;
const ETAG_CHARS = 256;

/** The preference `wait` of RFC 7240 among others; a value that is not a number of seconds is ignored. */
const WAIT = /(?:^|,)\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:[,;]|$)/i;
const PREFER_CHARS = 256;

const headerOf = ({ headers }: ApiRequest, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/** A header as it was sent, or ignored when it is longer than `max`. */
const bounded =
  (name: string, max: number) =>
  (req: ApiRequest, ignored: Notice): string => {
    const value = headerOf(req, name);
    if (Buffer.byteLength(value) <= max) return value;
    ignored(name, value.length);
    return '';
  };

/** A value that is sent at most once and is not longer than `max`. Throws VALIDATION_ERROR. */
function shortValue(place: 'header' | 'parameter' | 'cookie', name: string, value: unknown, max: number): string {
  if (value === undefined) return '';
  if (typeof value === 'string' && value.length <= max) return value;
  const message = `must be sent at most once, with at most ${max} characters`;
  throw invalid(`The ${place} ${name} ${message}.`, { issues: [{ path: `/${name}`, message }] });
}

/** A cookie that only some operations read. Throws VALIDATION_ERROR when it is too long. */
const ownCookieOf = (req: ApiRequest, name: string): string =>
  shortValue('cookie', name, cookiesOf(req)[name], TOKEN_CHARS);

const cookiesOf = ({ headers: { cookie } }: Pick<ApiRequest, 'headers'>): Record<string, string | undefined> =>
  cookie === undefined ? {} : parseCookie(cookie);

/** The value of the cookie of a session; empty when it is too long, as such a one is no session. */
export const cookieOf = (req: Pick<ApiRequest, 'headers'>, name: string): string => {
  const value = cookiesOf(req)[name] ?? '';
  return value.length <= TOKEN_CHARS ? value : '';
};

/**
 * The idempotency key, from our own header, else from the common one. A blank key counts as absent; a too long key
 * counts only when there is no other.
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

/**
 * Some operations limit their keys further, as their body schema says. Operations of evals also accept our own
 * spelling.
 */
function printedKeys(operation: Operation): Printed[] {
  const { idempotencyKey: { maxLength = KEY_CHARS } = {} } = propertiesOf(operation.input) as {
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
    description: `A repeated request of the same person with the same key gets the answer of the first one. ${rule}`,
  };
  return vocabularyOf(operation)?.header === EVAL_VOCABULARY
    ? [
        common,
        {
          ...common,
          name: OWN_KEY,
          description: `The same as \`Idempotency-Key\`; it takes precedence when both are sent. ${rule}`,
        },
      ]
    : [common];
}

const fields: Record<HeaderName, Field> = {
  // Every HTTP client knows it, so the API reference has no parameter for it.
  acceptEncoding: { read: (req) => req.acceptsEncodings('gzip') || '' },
  idempotencyKey: {
    read: idempotencyKeyOf,
    printed: printedKeys,
  },
  declaredSuiteId: {
    read: ({ query }) =>
      shortValue('parameter', 'declaredSuiteId', (query as Record<string, unknown>).declaredSuiteId, OWNER_CHARS),
    printed: {
      name: 'declaredSuiteId',
      in: 'query',
      maxLength: OWNER_CHARS,
      description: 'The id under which a file declares the suite: the request acts for that file.',
    },
  },
  ifNoneMatch: {
    read: bounded('if-none-match', ETAG_CHARS),
    printed: {
      name: 'If-None-Match',
      in: 'header',
      maxLength: ETAG_CHARS,
      description: 'The `ETag` of the answer that the client has.',
    },
  },
  launcher: {
    read: bounded('x-assay-launcher', 512),
    printed: {
      name: 'x-assay-launcher',
      in: 'header',
      maxLength: 512,
      description:
        'The program that starts the run, as compact JSON: `{"kind": "cli" | "mcp" | "github_action", "client"?, "version"?}`. A value that cannot be parsed is ignored.',
    },
  },
  ci: {
    read: bounded('x-assay-ci', 4_096),
    printed: {
      name: 'x-assay-ci',
      in: 'header',
      maxLength: 4_096,
      description:
        'The CI job behind the request, as compact JSON with any of `provider`, `pipelineId`, `jobId`, `runUrl`, `branch`, `commitSha`, `pullRequest`, `targetBranch`, `commitMessage`, `commitAuthor`. A value that cannot be parsed is ignored.',
    },
  },
  lastEventId: {
    read: ({ headers }) => shortValue('header', 'last-event-id', headers['last-event-id'], EVENT_CHARS),
    printed: {
      name: 'Last-Event-ID',
      in: 'header',
      maxLength: EVENT_CHARS,
      description: 'The id of the last event that was received: the stream goes on after it.',
    },
  },
  browserToken: {
    read: (req) => ownCookieOf(req, 'assay_connection'),
    printed: {
      name: 'assay_connection',
      in: 'cookie',
      maxLength: TOKEN_CHARS,
      description:
        'Binds the return from an authorization server to the browser that began the sign-in. The page that redirects there sets it.',
    },
  },
  signInToken: {
    read: (req, _ignored, publicUrl) => ownCookieOf(req, cookieName('assay_sign_in', publicUrl)),
    printed: {
      name: 'assay_sign_in',
      in: 'cookie',
      maxLength: TOKEN_CHARS,
      description:
        'Binds the return from an identity provider to the browser that began the sign-in. The answer that redirects there sets it; over https its name begins with `__Host-`.',
    },
  },
  deviceToken: {
    read: (req, _ignored, publicUrl) => ownCookieOf(req, cookieName('assay_device', publicUrl)),
    printed: {
      name: 'assay_device',
      in: 'cookie',
      maxLength: TOKEN_CHARS,
      description:
        'Marks a browser in which the account signed in before, so that guesses elsewhere do not delay it. A successful sign-in sets it; over https its name begins with `__Host-`.',
    },
  },
  preferredWait: {
    read: (req) => WAIT.exec(headerOf(req, 'prefer').slice(0, PREFER_CHARS))?.[1] ?? '',
    printed: {
      name: 'Prefer',
      in: 'header',
      maxLength: PREFER_CHARS,
      description: '`wait=<seconds>` lets the answer wait for a change. Other preferences are ignored.',
    },
  },
  sessionToken: { read: (req, _ignored, publicUrl) => cookieOf(req, cookieName(SESSION_COOKIE, publicUrl)) },
  visitorToken: { read: (req, _ignored, publicUrl) => cookieOf(req, cookieName(VISITOR_COOKIE, publicUrl)) },
  clientAddress: { read: clientAddress },
  userAgent: { read: (req) => headerOf(req, 'user-agent').slice(0, AGENT_CHARS) },
  // Each request of a stream sets its own wait.
  waitMs: { read: () => '0' },
};

/** The sources of the headers that the operation reads. */
export const fieldsOf = ({ headers = [] }: Operation): [HeaderName, Field][] =>
  headers.map((name) => [name, fields[name]]);
