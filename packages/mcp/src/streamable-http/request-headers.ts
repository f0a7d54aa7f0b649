import { PROTOCOL_VERSION_META_KEY, type JSONRPCRequest } from '@modelcontextprotocol/client';
import { isObject } from '@assay/contract/json';

/** Headers that state facts about the message or the session, which no single request may replace. */
const RESERVED = new Set([
  'authorization',
  'content-type',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
]);

/** The parameter that the header Mcp-Name repeats, by method (revision 2026-07-28, Transports, Standard Request Headers). */
const NAMED_BY: Partial<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/** The protocol revision that a request states in its `_meta`, as requests of revision 2026-07-28 and later do. */
export function statedVersion({ params }: Pick<JSONRPCRequest, 'params'>): string | undefined {
  const stated = params?._meta?.[PROTOCOL_VERSION_META_KEY];
  return typeof stated === 'string' ? stated : undefined;
}

/** The headers that a request or notification which states its revision repeats from its body. */
export function repeatedHeaders(request: Pick<JSONRPCRequest, 'method' | 'params'>): Record<string, string> {
  const version = statedVersion(request);
  if (version === undefined) return {};
  const { method, params } = request;
  const field = NAMED_BY[method];
  const name = field !== undefined && isObject(params) ? params[field] : undefined;
  return {
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': fieldValueOf(name) }),
  };
}

/** The headers of one request that its sender adds. */
export function addedHeaders(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  const added: Record<string, string> = {};
  for (const name in headers) {
    const lower = name.toLowerCase();
    if (!RESERVED.has(lower)) added[lower] = headers[name]!;
  }
  return added;
}

const PRINTABLE = /^[\t\x20-\x7e]+$/;
const ENCODED = /^=\?base64\?.*\?=$/;

/** A text as the value of a header (revision 2026-07-28, Transports, Value Encoding). */
const fieldValueOf = (text: string): string =>
  PRINTABLE.test(text) && !ENCODED.test(text) && text === text.trim()
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;
