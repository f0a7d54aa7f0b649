import { InvalidCall } from './invalid-call.ts';
import { given } from '@assay/contract/given';
import type { FormFields } from './methods.ts';
import type { OptionsWith } from './options.ts';
import { parametersOf, type Operation, type OptionName } from './operation-entry.ts';

/** The arguments of a call by their roles. */
export interface CallArguments {
  params: Readonly<Record<string, unknown>>;
  input: unknown;
  options: OptionsWith<OptionName>;
}

/** A request as every attempt sends it. */
export interface PreparedRequest {
  url: string;
  headers: Record<string, string>;
  body: RequestInit['body'];
  /** Whether the platform recognizes a repetition by its idempotency key. */
  hasKey: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Names the arguments of a call: path parameters, input, options; an operation has only the ones it needs. */
export function nameArguments({ path, input, id }: Operation, args: readonly unknown[]): CallArguments {
  const rest = [...args];
  const params = parametersOf(path).length > 0 ? rest.shift() : {};
  if (typeof params !== 'object' || params === null) throw new InvalidCall(`${id} needs the parameters of its path.`);
  return { params: params as Fields, input: input === undefined ? undefined : rest.shift(), options: rest[0] ?? {} };
}

/** Makes the request of a call: its URL, its headers and its body. */
export function prepareRequest(base: string, operation: Operation, call: CallArguments): PreparedRequest {
  const { input, options } = call;
  const reads = operation.options ?? [];
  const key = reads.includes('idempotencyKey') ? idempotencyKeyOf(call) : undefined;
  const query = {
    ...(operation.input === 'query' && (input as Fields | undefined)),
    ...(reads.includes('declaredSuiteId') && { declaredSuiteId: options.declaredSuiteId }),
  };
  const { body, type } = bodyOf(operation, input);
  const headers = {
    ...given({ 'content-type': type, 'idempotency-key': key }),
    ...headersOf(operation, options),
    ...options.headers,
  };
  return { url: `${base}${pathOf(operation, call.params)}${queryOf(query)}`, headers, body, hasKey: key !== undefined };
}

function pathOf({ path, id }: Operation, params: Fields): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (typeof value !== 'string' || value === '') throw new InvalidCall(`${id} needs ${name}, a text.`);
    // A URL loses such segments also when their dots are escaped, and would lead elsewhere.
    if (value === '.' || value === '..') throw new InvalidCall(`${id}: "${value}" cannot be the ${name} of a path.`);
    return encodeURIComponent(value);
  });
}

function queryOf(fields: Fields): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)]))).toString()}`;
}

/** JSON with escapes, as a header takes no other characters. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The headers of the options that are headers, each with the way to write its value. */
const writers: Partial<Record<OptionName, [header: string, write: (value: unknown) => string]>> = {
  ci: ['x-assay-ci', asciiJson],
  launcher: ['x-assay-launcher', asciiJson],
  lastEventId: ['last-event-id', String],
  preferredWait: ['prefer', (seconds) => `wait=${String(seconds)}`],
};

const headersOf = ({ options: names = [] }: Operation, given: CallArguments['options']): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const [header, write] = writers[name] ?? [];
      return header && write && given[name] !== undefined ? [[header, write(given[name])]] : [];
    }),
  );

/** The key of the options, else the key of the body, else a new one. In the header a new key would win over the key of the body. */
function idempotencyKeyOf({ input, options }: CallArguments): string {
  const { idempotencyKey: inBody } = (input ?? {}) as { idempotencyKey?: unknown };
  const given = options.idempotencyKey ?? inBody;
  return typeof given === 'string' && given.trim() !== '' ? given : newIdempotencyKey();
}

/** A new idempotency key. Random also where a page is not served over https, which has no `randomUUID`. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

function bodyOf(
  { input: kind, consumes = 'application/json' }: Operation,
  input: unknown,
): { body?: RequestInit['body']; type?: string } {
  if (kind === undefined || kind === 'query') return {};
  if (kind === 'bytes') return { body: input as RequestInit['body'], type: consumes };
  if (kind === 'form') return { body: new URLSearchParams(input as FormFields).toString(), type: consumes };
  return { body: JSON.stringify(input ?? {}), type: consumes };
}
