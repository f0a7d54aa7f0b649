import { given } from '@assay/contract/given';
import { VERSION } from '@assay/contract/product/version';
import { STATELESS_REVISION, type ScenarioFacts, type ScenarioRequest } from './protocol-scenario.ts';

const CLIENT_INFO = { name: 'assay', version: VERSION };
const NAMED: Record<string, string> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };

export const isStateless = ({ revision }: Pick<ScenarioFacts, 'revision'>): boolean => revision >= STATELESS_REVISION;

/** Changes to an ordinary request. A header that is undefined is left out. */
export interface RequestChanges {
  id?: string | number;
  headers?: Record<string, string | undefined>;
  /** Fields of `_meta` for the stateless revisions; one that is undefined is left out. */
  meta?: Record<string, unknown>;
}

/** An ordinary JSON-RPC request in the revision of the server, with `changes`. */
export function rpcRequest(
  facts: ScenarioFacts,
  method: string,
  params: Record<string, unknown> = {},
  { id = 1, headers = {}, meta = {} }: RequestChanges = {},
): ScenarioRequest {
  const asked = isStateless(facts) ? { ...params, _meta: { ...metaOf(facts), ...meta } } : params;
  const name = NAMED[method] === undefined ? undefined : params[NAMED[method]];
  const mirrored = { 'mcp-method': method, ...(typeof name === 'string' && { 'mcp-name': name }) };
  return {
    ...posted(facts, JSON.stringify({ jsonrpc: '2.0', id, method, params: asked }), {
      ...(isStateless(facts) && mirrored),
      ...headers,
    }),
    awaits: id,
  };
}

/** A notification in the revision of the server. */
export const rpcNotification = (facts: ScenarioFacts, method: string): ScenarioRequest => ({
  ...posted(facts, JSON.stringify({ jsonrpc: '2.0', method })),
  awaits: null,
});

/** The `initialize` request of the older revisions, outside of any session. */
export const initializeRequest = (protocolVersion: string): ScenarioRequest => ({
  method: 'POST',
  headers: POSTED,
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: CLIENT_INFO },
  }),
  awaits: 1,
});

/** Any body as a message of the client. */
export const posted = (
  facts: ScenarioFacts,
  body: string,
  headers: Record<string, string | undefined> = {},
): ScenarioRequest => ({
  method: 'POST',
  headers: present({ ...POSTED, ...sessionHeaders(facts), ...headers }),
  body,
});

/** A request without a body, inside of the session. */
export const bodiless = (
  facts: ScenarioFacts,
  method: ScenarioRequest['method'],
  headers: Record<string, string> = {},
): ScenarioRequest => ({ method, headers: { ...sessionHeaders(facts), ...headers } });

/** A request that every server of the revision answers without doing anything. */
export const harmlessRequest = (facts: ScenarioFacts, changes?: RequestChanges): ScenarioRequest =>
  rpcRequest(facts, isStateless(facts) ? 'server/discover' : 'ping', {}, changes);

const POSTED = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** Revisions before 2025-06-18 have no header for their version. */
const sessionHeaders = ({ revision, sessionId }: ScenarioFacts): Record<string, string> => ({
  ...(revision >= '2025-06-18' && { 'mcp-protocol-version': revision }),
  ...given({ 'mcp-session-id': sessionId }),
});

const metaOf = ({ revision }: ScenarioFacts) => ({
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
  'io.modelcontextprotocol/clientCapabilities': {},
});

const present = (headers: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined));
