import { isPersonal } from '@assay/contract/access';
import type { Operation } from '@assay/contract/operation';
import { liveAliases } from '../deprecations/alias.ts';
import { allAliases } from '../deprecations/aliases.ts';
import { printAlias } from '../deprecations/print-alias.ts';
import { bodyOfRequest, parametersOf } from './openapi-parameters.ts';
import { problemReferences, problemResponses } from './openapi-problems.ts';
import { describeReply } from './describe-reply.ts';
import { Examples } from './example-of.ts';
import { answerHeaders, successHeaders } from './openapi-headers.ts';
import type { PrintSchema } from '@assay/contract/json-schema/print-schema';
import { schemaPrinter } from '@assay/contract/json-schema/print-schemas';
import { SESSION_COOKIE, VISITOR_COOKIE } from '../http/request-fields.ts';

/** The stable and the changeable parts of the API. */
const VERSIONS = `## Versions

The version is in the path, and \`v1\` is in preview: until it is declared stable it may still change in ways that break clients, and the changelog says when it does. After that such a change gets a new version in the path.

New operations, optional fields of requests, fields of answers and error codes can come at any time. Ignore fields that you do not know, and treat a code that you do not know as one that a retry does not help. Codes that are there stay; messages are for people and may change.`;

/** Prints the operations as OpenAPI 3.1, from the schemas that validate. */
export function printOpenapi(operations: Record<string, Operation>): object {
  const schemas: Record<string, unknown> = {};
  const print = schemaPrinter(schemas);
  const sorted = Object.entries(operations).sort(([, a], [, b]) => placeOf(a).localeCompare(placeOf(b), 'en'));
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [operationId, operation] of sorted) {
    (paths[operation.path] ??= operation.beside ? { servers: [{ url: '/' }] } : {})[operation.method.toLowerCase()] =
      printOperation(operationId, operation, print);
  }
  for (const alias of liveAliases(allAliases, operations))
    (paths[alias.path] ??= {})[alias.method.toLowerCase()] = printAlias(alias, print);
  const responses = problemResponses(print);
  addExamples(paths, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version: 'v1',
      summary: 'Testing and evaluating MCP servers.',
      description: VERSIONS,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api/v1' }],
    security: [{ apiKey: [] }, { session: [] }],
    tags: [...new Set(sorted.map(([, { tag }]) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key, `sk_…`, which acts as its owner in one organization; or the access token of an application, `oat_…`, within its scopes.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description:
            "A browser session; over https the cookie's name begins with `__Host-`. Every request other than GET also needs the session's `X-CSRF-Token`.",
        },
        operatorKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            "The key of the installation's operator, `op_…` (setting `OPERATOR_KEY`). It opens nothing of an organization.",
        },
        visitor: {
          type: 'apiKey',
          in: 'cookie',
          name: VISITOR_COOKIE,
          description:
            "A browser that visits a study; over https the cookie's name begins with `__Host-`. It is worth nothing to other operations, and they nothing to it.",
        },
      },
      headers: answerHeaders,
      responses,
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

/** A sort key: the path, then the usual order of methods: read, create, change, delete. */
const placeOf = ({ path, method }: Operation) => `${path} ${['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].indexOf(method)}`;

function printOperation(operationId: string, operation: Operation, print: PrintSchema): object {
  const {
    tag,
    summary,
    description,
    produces = 'application/json',
    alsoProduces = [],
    status,
    reply,
    otherwise,
  } = operation;
  const parameters = parametersOf(operation, print);
  return {
    operationId,
    summary,
    ...(description && { description }),
    tags: [tag],
    ...securityOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...bodyOfRequest(operation, print),
    responses: {
      [status]: {
        description: describeReply(reply),
        headers: successHeaders(operation),
        content: content(print(reply), produces, ...alsoProduces),
      },
      ...(operation.headers?.includes('ifNoneMatch') && {
        304: { description: 'The client has the current answer.', headers: successHeaders(operation) },
      }),
      ...problemReferences(operation),
      ...(otherwise && {
        [otherwise.status]: {
          description: `${describeReply(otherwise.reply)}${otherwise.status === 202 ? ' Not done yet.' : ''}`,
          headers: successHeaders(operation),
          content: content(print(otherwise.reply), 'application/json'),
        },
      }),
    },
  };
}

/** The credentials of an operation; nothing where any caller's will do, as the whole API says. */
const securityOf = (operation: Operation) => {
  if (operation.access === 'public') return { security: [] };
  if (operation.access === 'visitor') return { security: [{ visitor: [] }] };
  if (operation.access === 'operator') return { security: [{ operatorKey: [] }] };
  return isPersonal(operation) && { security: [{ session: [] }] };
};

const content = (schema: unknown, ...mediaTypes: string[]) =>
  Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }]));

type MediaTypes = Record<string, { schema: unknown; example?: unknown }>;
interface PrintedOperation {
  requestBody?: { content: MediaTypes };
  responses: Record<string, { content?: MediaTypes }>;
}

/** Gives every JSON body and every named document an example. */
function addExamples(paths: Record<string, Record<string, unknown>>, schemas: Record<string, unknown>): void {
  const examples = new Examples({ ...schemas });
  for (const { requestBody, responses } of Object.values(paths).flatMap(
    (methods) => Object.values(methods).filter((each) => 'responses' in (each as object)) as PrintedOperation[],
  ))
    for (const { content: media = {} } of [requestBody ?? {}, ...Object.values(responses)] as {
      content?: MediaTypes;
    }[]) {
      const json = media['application/json'];
      if (json) json.example = examples.of(json.schema);
    }
  for (const [name, schema] of Object.entries(schemas))
    schemas[name] = { ...(schema as object), examples: [examples.of(schema, name)] };
}
