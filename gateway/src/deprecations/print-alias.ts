import { describeReply } from '../openapi/describe-reply.ts';
import type { PrintSchema } from '../openapi/print.ts';
import { headerReferences, successHeaders } from '../openapi/openapi-headers.ts';
import { parametersOf, takesBody } from '../openapi/openapi-parameters.ts';
import { statusesOf } from '../openapi/openapi-problems.ts';
import type { LiveAlias } from './alias.ts';

/** The OpenAPI entry of an alias. */
export function printAlias(
  { path, operationId, successor, renamed, isLinked = false, operation }: LiveAlias,
  print: PrintSchema,
): object {
  const { tag, access, status, bodyOptional = false } = operation;
  const words = Object.entries(renamed)
    .map(([before, now]) => `, with \`${before}\` in place of \`${now}\``)
    .join('');
  const former = new Map(Object.entries(renamed).map(([before, now]) => [now, before]));
  const content = (description: string) => ({
    'application/json': { schema: { type: 'object', additionalProperties: true, description } },
  });
  return {
    operationId,
    deprecated: true,
    tags: [tag],
    ...(access === 'public' && { security: [] }),
    summary: `Deprecated: use \`${successor}\`.`,
    description: `Goes on answering as it did${words}, until the API is declared stable.`,
    parameters: parametersOf(operation, print, path).map((each) => ({
      ...each,
      name: former.get(each.name) ?? each.name,
    })),
    ...(takesBody(operation) && {
      requestBody: { required: !bodyOptional, content: content(`As \`${successor}\` takes it, in the former words.`) },
    }),
    responses: {
      [status]: {
        description: describeReply(operation.reply),
        headers: {
          ...successHeaders(operation),
          ...headerReferences('Deprecation', ...(isLinked ? (['Link'] as const) : [])),
        },
        content: content(`As \`${successor}\` answers, in the former words.`),
      },
      ...Object.fromEntries(statusesOf(operation).map((code) => [code, { $ref: `#/components/responses/${code}` }])),
    },
  };
}
