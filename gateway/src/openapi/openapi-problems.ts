import { Page } from '@assay/contract/areas/server-connections/documents';
import { Type } from '@assay/contract/type';
import type { Operation } from '@assay/contract/operation';
import { problemCodes, reasons, type ProblemCode } from '@assay/contract/problem';
import { oneOf, open } from '@assay/contract/schema';
import { isCounted } from '../limits/is-counted.ts';
import { headerReferences } from './openapi-headers.ts';
import type { PrintSchema } from '@assay/contract/json-schema/print-schema';

const body = open(
  {
    code: oneOf(Object.keys(problemCodes) as ProblemCode[], {
      description: 'Stable. Treat a code that you do not know as one that a retry does not help.',
    }),
    message: Type.String({ description: 'For people; may change.' }),
    details: Type.Optional(
      open(
        {
          reason: Type.Optional(
            Type.String({
              description: `Tells causes apart that share a code; others can come. One of ${Object.values(reasons)
                .map((reason) => `\`${reason}\``)
                .join(', ')}.`,
            }),
          ),
        },
        { description: 'Details of the error, such as `reason` or the `issues` of a body.' },
      ),
    ),
  },
  { $id: 'Error' },
);

const headers: Partial<Record<number, object>> = {
  401: headerReferences('WWW-Authenticate'),
  429: headerReferences('Retry-After', 'RateLimit-Policy', 'RateLimit'),
  503: headerReferences('Retry-After'),
};

/** The media type of pages. */
const HTML = 'text/html; charset=utf-8';
/** The end of the name of a response that can be a page. */
const PAGE = 'Page';

/** The error responses by their status, as `components.responses`. */
export function problemResponses(print: PrintSchema): Record<string, object> {
  const byStatus = Map.groupBy(Object.entries(problemCodes), ([, { http }]) => http);
  return Object.fromEntries(
    [...byStatus].flatMap(([status, entries]) => {
      const response = {
        description: entries.map(([code]) => code).join(' or '),
        headers: { ...headerReferences('X-Request-Id'), ...headers[status] },
        content: { 'application/json': { schema: print(body) } },
      };
      const html = { [HTML]: { schema: print(Page) } };
      return [
        [status, response],
        [`${status}${PAGE}`, { ...response, content: { ...response.content, ...html } }],
      ];
    }),
  );
}

/** The references to an operation's error responses: of a page for people, such an answer can be a page, too. */
export const problemReferences = (operation: Operation): Record<string, object> =>
  Object.fromEntries(
    statusesOf(operation).map((status) => [
      status,
      { $ref: `#/components/responses/${status}${operation.produces === HTML ? PAGE : ''}` },
    ]),
  );

/** The error statuses of an operation. */
function statusesOf(operation: Operation): number[] {
  const { access, method, path, beside = false, service, reachesOut = false, also = [] } = operation;
  const isPublic = access === 'public';
  const writes = method !== 'GET';
  const reachesServers = writes && service !== 'catalog' && access !== 'operator';
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
