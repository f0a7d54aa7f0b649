import { paramsOf, type Operation } from '@assay/contract/operation';
import { published, publishedInput, resolved } from './published.ts';
import { entryOf, listOf, optionsOf } from './print-table.ts';
import { commentOf, printType } from './print-type.ts';

/** The method of an operation in the type of the client. */
export function printMethod(operation: Operation): string {
  const { id, method, path, summary, description } = operation;
  const text = [summary, ...(description ? ['', description] : []), '', `\`${method} ${path}\``].join('\n');
  return `${commentOf({ description: text }, '  ')}  readonly ${id}: ${typeOfMethod(operation)};`;
}

function typeOfMethod(operation: Operation): string {
  const args = `[${argumentsOf(operation).join(', ')}]`;
  const reply = replyOf(operation);
  if (operation.stream) return `Follow<${args}, ${reply}["events"][number]>`;
  const list = listOf(operation);
  return list === undefined ? `Call<${args}, ${reply}>` : `PagedCall<${args}, ${reply}, ${reply}["${list}"][number]>`;
}

function argumentsOf(operation: Operation): string[] {
  const parameters = paramsOf(operation.path).map((name) => `${name}: string`);
  const options = optionsOf(operation).map((name) => JSON.stringify(name));
  return [
    ...(parameters.length > 0 ? [`params: { ${parameters.join('; ')} }`] : []),
    ...inputOf(operation),
    `options?: ${options.length > 0 ? `OptionsWith<${options.join(' | ')}>` : 'RequestOptions'}`,
  ];
}

function inputOf(operation: Operation): string[] {
  const { input } = entryOf(operation);
  if (input === undefined) return [];
  if (input === 'bytes') return ['bytes: Bytes'];
  if (input === 'form') return ['form: FormFields'];
  const schema = publishedInput(operation);
  const { required = [], anyOf, oneOf } = resolved(schema);
  const isOptional = required.length === 0 && (anyOf ?? oneOf) === undefined;
  return [`${input === 'query' ? 'query' : 'body'}${isOptional ? '?' : ''}: ${printType(schema, '  ')}`];
}

/** The type of what a call returns: the union of the replies, where an operation has two. */
function replyOf({ status, reply, otherwise, produces, stream }: Operation): string {
  if (status >= 300) return 'Redirect';
  if (produces !== undefined && !stream)
    return /^text\/|[/+](xml|x-ndjson)(;|$)/.test(produces) ? 'string' : 'Uint8Array';
  const replies = [reply, ...(otherwise ? [otherwise.reply] : [])].map((each) => printType(published(each), '  '));
  // The second reply of a refusal is the body of its Problem.
  if (otherwise && otherwise.status >= 400) replies.pop();
  return [...new Set(replies)].join(' | ');
}
