import type { Operation } from '@assay/contract/operation';
import { isCounted } from '../limits/is-counted.ts';
import { variesByVocabulary } from '../vocabularies/choose-vocabulary.ts';

const header = (description: string, type: string) => ({ description, schema: { type } });

/** The headers of answers, as `components.headers`. */
export const answerHeaders = {
  'X-Request-Id': header('The id of the request, which logs, traces and the audit log have too.', 'string'),
  'RateLimit-Policy': header('The policies that counted the request: `q` requests in `w` seconds.', 'string'),
  RateLimit: header(
    'The state of each policy: `r` requests remain; in `t` seconds the policy is full again or, when none remains, has its next request.',
    'string',
  ),
  'Retry-After': header('Seconds until a retry makes sense.', 'integer'),
  'Idempotency-Replayed': header('`true` when an earlier request with the same key was answered so.', 'string'),
  Vary: header('The headers of the request that the answer depends on.', 'string'),
  Deprecation: header('`true` in every answer of a former path.', 'string'),
  Link: header('The path that replaces this one, with `rel="successor-version"`.', 'string'),
  'WWW-Authenticate': header('`Bearer`, when the API key is missing or invalid.', 'string'),
};

type AnswerHeader = keyof typeof answerHeaders;

export const headerReferences = (...names: AnswerHeader[]): Record<string, object> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers of an operation's successful answers. */
export const successHeaders = (operation: Operation): Record<string, object> => ({
  ...headerReferences('X-Request-Id'),
  ...(isCounted(operation) && headerReferences('RateLimit-Policy', 'RateLimit')),
  ...(operation.headers?.includes('idempotencyKey') && headerReferences('Idempotency-Replayed')),
  ...(variesByVocabulary(operation) && headerReferences('Vary')),
  ...([302, 303].includes(operation.status) && { Location: header('Where the browser goes on.', 'string') }),
  ...Object.fromEntries(
    Object.entries(operation.replyHeaders ?? {}).map(([name, description]) => [name, header(description, 'string')]),
  ),
});
