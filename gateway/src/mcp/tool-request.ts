import { paramsOf, placeOfInput, type Operation } from '@assay/contract/operation';
import { invalid } from '@assay/contract/problem';
import { propertiesOf } from '@assay/contract/schema';

/** The REST request that a call of a tool stands for. */
export interface ToolRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: Buffer;
}

/** Says of a run that an agent launched it. */
const LAUNCHER = JSON.stringify({ kind: 'mcp' });
/** The longest idempotency key, in characters. A longer one would count as none, and the call be made twice. */
const KEY_CHARS = 256;

/** Whether a tool has a parameter for the header `Idempotency-Key`, because its body has none. */
export const takesKeyAsHeader = ({ headers = [], input }: Operation): boolean =>
  headers.includes('idempotencyKey') && !('idempotencyKey' in propertiesOf(input));

/**
 * Makes the REST request of a call: path parameters, headers, and the rest as the query or the body.
 * @throws VALIDATION_ERROR for a malformed path parameter or key; the service checks everything else.
 */
export function toolRequest(operation: Operation, given: Readonly<Record<string, unknown>>): ToolRequest {
  const { method, path, headers: read = [] } = operation;
  const rest = new Map(Object.entries(given));
  const take = (name: string): unknown => {
    const value = rest.get(name);
    rest.delete(name);
    return value;
  };
  const params = new Map(paramsOf(path).map((name) => [name, segmentOf(name, take(name))]));
  const url = `/api/v1${path.replace(/\{(\w+)\}/g, (_, name: string) => params.get(name)!)}`;
  const headers = {
    ...(read.includes('launcher') && { 'x-assay-launcher': LAUNCHER }),
    ...(takesKeyAsHeader(operation) && keyHeader(take('idempotencyKey'))),
  };
  if (placeOfInput(operation) === 'query') return { method, url: `${url}${queryOf(rest)}`, headers };
  return {
    method,
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(Object.fromEntries(rest))),
  };
}

function segmentOf(name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return encodeURIComponent(value);
  const message = 'must be a text that is not empty';
  throw invalid(`/${name} ${message}.`, { issues: [{ path: `/${name}`, message }] });
}

function keyHeader(key: unknown): Record<string, string> {
  if (key === undefined) return {};
  if (typeof key === 'string' && /^[\x20-\x7e]+$/.test(key) && key.length <= KEY_CHARS)
    return { 'idempotency-key': key };
  const message = `must be 1 to ${KEY_CHARS} printable ASCII characters`;
  throw invalid(`/idempotencyKey ${message}.`, { issues: [{ path: '/idempotencyKey', message }] });
}

/** A list is one parameter for each of its items, as the API reads it. */
function queryOf(rest: ReadonlyMap<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of rest)
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined && each !== null)
        query.append(name, typeof each === 'string' ? each : JSON.stringify(each));
  return query.size > 0 ? `?${query.toString()}` : '';
}
