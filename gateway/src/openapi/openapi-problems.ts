import { Type } from 'typebox';
import type { Operation } from '@assay/contract/operation';
import { problemCodes, type ProblemCode } from '@assay/contract/problem';
import { oneOf, open, record } from '@assay/contract/schema';
import { isCounted } from '../limits/is-counted.ts';
import type { PrintSchema } from './print.ts';

const body = open(
  {
    code: oneOf(Object.keys(problemCodes) as ProblemCode[], {
      description: 'Stable. Treat a code that you do not know as one that a retry does not help.',
    }),
    message: Type.String({ description: 'For people; may change.' }),
    details: Type.Optional(
      record({ description: 'Details of the error, such as `reason` or the `issues` of a body.' }),
    ),
  },
  { $id: 'Error' },
);

const header = (description: string, type: string) => ({ description, schema: { type } });
const retryAfter = header('Seconds until a retry makes sense.', 'integer');
const headers: Partial<Record<number, object>> = {
  401: { 'WWW-Authenticate': header('`Bearer`, when the API key is missing or invalid.', 'string') },
  429: {
    'Retry-After': retryAfter,
    'RateLimit-Policy': header(
      'The policies that counted the request: `q` requests in `w` seconds. Other answers have this header, too.',
      'string',
    ),
    RateLimit: header(
      'The state of each policy: `r` requests remain; in `t` seconds the policy is full again or, when none remains, has its next request. Other answers have this header, too.',
      'string',
    ),
  },
  503: { 'Retry-After': retryAfter },
};

/** The error responses by their status, as `components.responses`. */
export function problemResponses(print: PrintSchema): Record<string, object> {
  const byStatus = Map.groupBy(Object.entries(problemCodes), ([, { http }]) => http);
  return Object.fromEntries(
    [...byStatus].map(([status, entries]) => [
      status,
      {
        description: entries.map(([code]) => code).join(' or '),
        ...(headers[status] && { headers: headers[status] }),
        content: { 'application/json': { schema: print(body) } },
      },
    ]),
  );
}

/** The error statuses of an operation. */
export function statusesOf(operation: Operation): number[] {
  const { access, method, path, beside = false, service, reachesOut = false, also = [] } = operation;
  const isPublic = access === 'public';
  const writes = method !== 'GET';
  const reachesServers = writes && service !== 'catalog';
  const statuses = [
    400,
    ...(isPublic ? [] : [401]),
    // Requests from pages of other sites are refused.
    ...(isPublic && !(writes && beside) ? [] : [403]),
    ...(isPublic && !path.includes('{') ? [] : [404]),
    ...(isCounted(operation) ? [429] : []),
    ...(writes ? [409] : []),
    ...(reachesServers ? [422] : []),
    ...(reachesServers || reachesOut ? [502] : []),
    500,
    503,
    504,
    ...also,
  ];
  return [...new Set(statuses)].sort((a, b) => a - b);
}
