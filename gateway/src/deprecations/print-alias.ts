import { describeReply } from '../openapi/describe-reply.ts';
import type { TSchema } from 'typebox';
import { formerPageSchema } from './former-schema.ts';
import type { PrintSchema } from '@assay/contract/json-schema/print-schema';
import { headerReferences, successHeaders } from '../openapi/openapi-headers.ts';
import { bodyOfRequest, parametersOf } from '../openapi/openapi-parameters.ts';
import { problemReferences } from '../openapi/openapi-problems.ts';
import type { LiveAlias } from './alias.ts';

/** The OpenAPI entry of an alias. */
export function printAlias(
  { path, operationId, successor, renamed, isLinked = false, operation, printed = {} }: LiveAlias,
  print: PrintSchema,
): object {
  const { tag, access, status, otherwise } = operation;
  const words = Object.entries(renamed)
    .map(([before, now]) => `, with \`${before}\` in place of \`${now}\``)
    .join('');
  const former = new Map(Object.entries(renamed).map(([before, now]) => [now, before]));
  const answer = (reply: TSchema, former: TSchema) => ({
    description: describeReply(reply),
    headers: {
      ...successHeaders(operation),
      ...headerReferences('Deprecation', ...(isLinked ? (['Link'] as const) : [])),
    },
    content: { 'application/json': { schema: print(former) } },
  });
  return {
    operationId,
    deprecated: true,
    tags: [tag],
    ...(access === 'public' && { security: [] }),
    summary: `Deprecated: use \`${successor}\`.`,
    description: `Goes on answering as it did${words}, until the API is declared stable.`,
    parameters: [
      ...new Map(
        parametersOf(operation, print, path).map((each): [string, object] => {
          const name = former.get(each.name) ?? each.name;
          return [`${each.in} ${name}`, { ...each, name }];
        }),
      ).values(),
    ],
    ...bodyOfRequest({ ...operation, input: printed.input ?? operation.input }, print),
    responses: {
      [status]: answer(operation.reply, printed.reply ?? formerPageSchema(operation.reply, former)),
      ...(otherwise && { [otherwise.status]: answer(otherwise.reply, formerPageSchema(otherwise.reply, former)) }),
      ...problemReferences(operation),
    },
  };
}
