import { given } from '@assay/contract/given';
import { placeOfInput, type Operation } from '@assay/contract/operation';
import { propertiesOf } from '@assay/contract/schema';
import type { OperationEntry, OptionName } from '../src/operation-entry.ts';
import type { JsonSchema } from './json-schema.ts';
import { published, referred, resolved } from './published.ts';

const OPTIONS: readonly OptionName[] = [
  'ci',
  'declaredSuiteId',
  'idempotencyKey',
  'lastEventId',
  'launcher',
  'preferredWait',
];
const FORM = 'application/x-www-form-urlencoded';

/** The facts about an operation that a client needs. */
export function entryOf(operation: Operation): OperationEntry {
  const { method, path, beside, access, safe, hasEffect, timeoutMs, consumes, status, stream } = operation;
  const input = kindOfInput(operation);
  const options = optionsOf(operation);
  const list = listOf(operation);
  const lastEvent = stream ? lastEventOf(operation) : undefined;
  return {
    method,
    path: `${beside ? '' : '/api/v1'}${path}`,
    ...given({ input, consumes }),
    ...(options.length > 0 && { options }),
    ...given({ timeoutMs }),
    ...(safe && { isSafe: true }),
    ...(hasEffect && { hasEffect: true }),
    ...((access === 'public' || access === 'visitor') && { isAnonymous: true }),
    ...(status >= 300 && { redirects: true }),
    ...given({ list }),
    ...(stream && { isStream: true }),
    ...given({ lastEvent }),
  };
}

/** The options of an operation beside the options of every request. */
export const optionsOf = ({ headers = [] }: Operation): OptionName[] =>
  OPTIONS.filter((name) => (headers as readonly string[]).includes(name));

function kindOfInput(operation: Operation): OperationEntry['input'] {
  const { consumes, input, bodyOptional, method } = operation;
  if (consumes !== undefined) return consumes === FORM ? 'form' : 'bytes';
  if (Object.keys(propertiesOf(input)).length > 0 || 'oneOf' in input || 'anyOf' in input)
    return placeOfInput(operation) === 'query' ? 'query' : 'json';
  if (placeOfInput(operation) === 'body' && !bodyOptional && method !== 'DELETE')
    throw new Error(`${operation.id} has an empty body that must be sent: make it optional.`);
  return undefined;
}

/** The field of a reply that holds the items of a page: the one list beside the cursor. */
export function listOf({ id, reply, produces }: Operation): string | undefined {
  if (produces !== undefined) return undefined;
  const { properties: fields = {} } = resolved(published(reply));
  if (!('nextCursor' in fields)) return undefined;
  if ('items' in fields) return 'items';
  const lists = Object.keys(fields).filter((name) => fields[name]!.type === 'array');
  if (lists.length !== 1) throw new Error(`The reply of ${id} has a cursor, and not one list.`);
  return lists[0];
}

/** The type of the event after which a stream has no other, by the word that all streams with an end use. */
function lastEventOf({ reply }: Operation): string | undefined {
  const event = resolved(published(reply)).properties!.events!.items!;
  const isEnd = (variant: JsonSchema) => referred(variant) === `${referred(event)}End`;
  return resolved(event).oneOf?.some(isEnd) ? 'end' : undefined;
}
