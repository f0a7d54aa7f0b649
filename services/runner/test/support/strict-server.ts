import { isObject } from '@assay/contract/json';
import type { Surface } from '@assay/contract/areas/surfaces/documents';
import type {
  RpcMessage,
  ScenarioFacts,
  ScenarioReply,
  ScenarioRequest,
} from '../../src/domain/conformance/protocol-scenario.ts';
import { isStateless } from '../../src/domain/conformance/scenario-requests.ts';
import type { ScenarioWire } from '../../src/handlers/conformance/scenario-wire.ts';

const TOOL = { name: 'print', inputSchema: { type: 'object' }, _meta: { ui: { resourceUri: 'ui://print' } } };
const UI = { uri: 'ui://print', mimeType: 'text/html;profile=mcp-app', text: '<p>' };
const PROTOCOL = 'io.modelcontextprotocol/protocolVersion';

class Refusal extends Error {
  readonly status: number;
  readonly code: number;
  readonly data: object | undefined;

  constructor(status: number, code: number, data?: object) {
    super('No.');
    [this.status, this.code, this.data] = [status, code, data];
  }
}

/**
 * A server in this process that keeps every rule that our own scenarios know, except the one of the scenario `fault`.
 */
export function strictServer(
  { transport, revision }: Pick<ScenarioFacts, 'transport' | 'revision'>,
  fault?: string,
): { facts: Omit<ScenarioFacts, 'sessionId'>; open(): Promise<ScenarioWire> } {
  const breaks = (id: string) => fault === `assay/${id}`;
  const stateless = isStateless({ revision });
  const isHttp = transport === 'http';
  const declaresPrompts = !breaks('capabilities-declared');
  const capabilities = {
    tools: { listChanged: true },
    resources: {},
    ...(declaresPrompts && { prompts: {} }),
    logging: {},
    tasks: { list: {}, cancel: {} },
  };
  const tool = breaks('app-address') ? { ...TOOL, _meta: { ui: { resourceUri: 'https://print' } } } : TOOL;
  const sessions = new Set<string>();
  let opened = 0;
  let isReversed = false;

  const listed = (items: object) => ({
    ...items,
    ...(stateless && !breaks('caching-hints') && { ttlMs: 0, cacheScope: 'private' }),
  });
  const tools = {
    ...tool,
    ...(breaks('tool-names') && { name: 'print it' }),
    ...(breaks('tool-schemas') && { inputSchema: { type: 'object', required: 'all' } }),
    ...(breaks('parameter-headers') && {
      inputSchema: { type: 'object', properties: { a: { type: 'string', 'x-mcp-header': 'not a name' } } },
    }),
  };

  const methods: Record<string, (params: Record<string, unknown>) => object> = {
    'tools/list': ({ cursor }) => {
      const first = [tools, { ...tools, name: 'copy' }];
      isReversed = breaks('list-order') && !isReversed;
      if (isReversed) first.reverse();
      if (cursor === undefined) return listed({ tools: first, nextCursor: 'next' });
      if (cursor !== 'next' && !breaks('invalid-cursor')) throw new Refusal(200, -32_602);
      return listed({ tools: breaks('pages-continue') ? first : [{ ...tools, name: 'scan' }] });
    },
    'tools/call': () => {
      if (breaks('unknown-tool')) return { content: [] };
      throw new Refusal(200, -32_602);
    },
    'resources/list': () => listed(breaks('capabilities-served') ? {} : { resources: [{ uri: 'a://b', name: 'b' }] }),
    'resources/read': ({ uri }) => {
      if (uri === UI.uri) return listed({ contents: [breaks('app-served') ? { ...UI, mimeType: 'text/html' } : UI] });
      if (breaks('unknown-resource')) return listed({ contents: [] });
      throw new Refusal(200, stateless ? -32_602 : -32_002);
    },
    'prompts/list': () => listed({ prompts: [{ name: 'greet' }] }),
    'prompts/get': () => {
      if (breaks('unknown-prompt')) return { messages: [] };
      throw new Refusal(200, -32_602);
    },
    ...(stateless
      ? {
          'server/discover': () => ({
            supportedVersions: breaks('discover') ? [] : [revision],
            capabilities,
            ...(!breaks('server-info') && {
              _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'strict', version: '1' } },
            }),
          }),
          ...(breaks('removed-methods') && { ping: () => ({}) }),
        }
      : {
          ping: () => {
            if (breaks('ping')) throw new Refusal(200, -32_603);
            return {};
          },
          'logging/setLevel': () => {
            if (breaks('log-level-invalid')) return {};
            throw new Refusal(200, -32_602);
          },
          'tasks/list': () => (breaks('tasks-list') ? {} : { tasks: [] }),
          ...Object.fromEntries(
            ['get', 'result', 'cancel'].map((operation) => [
              `tasks/${operation}`,
              () => {
                throw new Refusal(200, breaks(`tasks-${operation}-unknown`) ? -32_603 : -32_602);
              },
            ]),
          ),
        }),
  };

  function initialized({ protocolVersion }: Record<string, unknown>): object {
    const known = protocolVersion === revision && !breaks('version-agreed') ? revision : '2024-11-05';
    return {
      protocolVersion: breaks('version-unknown') ? protocolVersion : known,
      capabilities,
      ...(!breaks('initialize') && { serverInfo: { name: 'strict', version: '1' } }),
    };
  }

  /** The rules of revision 2026-07-28 for every request. */
  function assertStateless({ headers }: ScenarioRequest, { method, params }: RpcMessage): void {
    const asked = isObject(params) ? params : {};
    const meta = isObject(asked['_meta']) ? asked['_meta'] : {};
    if (isHttp) {
      const mirrored = (header: string, of: unknown, name: string) => {
        const sent = headers[header];
        const decoded =
          sent?.startsWith('=?base64?') && !breaks('name-header-encoded') ? atob(sent.slice(9, -2)) : sent;
        if (decoded === of) return;
        const fault =
          decoded === undefined
            ? `${name}-missing`
            : decoded.toLowerCase() === String(of).toLowerCase()
              ? `${name}-case`
              : `${name}-mismatch`;
        if (!breaks(fault)) throw new Refusal(400, -32_020);
      };
      mirrored('mcp-protocol-version', meta[PROTOCOL], 'version-header');
      mirrored('mcp-method', method, 'method-header');
      if (method === 'tools/call') mirrored('mcp-name', asked['name'], 'name-header');
    }
    if (meta[PROTOCOL] !== revision && meta[PROTOCOL] !== undefined)
      throw new Refusal(breaks('version-unsupported-status') ? 200 : 400, -32_022, {
        ...(!breaks('version-unsupported') && { supported: [revision] }),
      });
    if (!('io.modelcontextprotocol/clientCapabilities' in meta) && !breaks('meta-required'))
      throw new Refusal(400, -32_602);
    if (!('io.modelcontextprotocol/clientInfo' in meta) && breaks('client-info-optional'))
      throw new Refusal(400, -32_602);
  }

  function answered(request: ScenarioRequest, message: RpcMessage, isFirst: boolean): object {
    const { method } = message;
    const params = isObject(message['params']) ? message['params'] : {};
    if (typeof method !== 'string') {
      if (breaks('invalid-request')) return {};
      throw new Refusal(400, -32_600);
    }
    if (stateless) assertStateless(request, message);
    else if (method === 'initialize') return initialized(params);
    if (stateless && isFirst && breaks('no-handshake') && method !== 'server/discover') throw new Refusal(400, -32_600);
    const make = methods[method];
    if (!make)
      throw new Refusal(
        stateless && !breaks('unknown-method-status') ? 404 : 200,
        breaks('unknown-method') ? -32_600 : -32_601,
      );
    return { ...(stateless && !breaks('result-type') && { resultType: 'complete' }), ...make(params) };
  }

  function rpcAnswer(request: ScenarioRequest, message: RpcMessage, isFirst: boolean): [status: number, RpcMessage] {
    const id = breaks('response-id') && message['id'] === 17 ? '17' : message['id'];
    const head = { ...(!breaks('message-shape') && { jsonrpc: '2.0' }), id };
    if (stateless && message['method'] === 'subscriptions/listen') {
      const _meta = breaks('subscription-acknowledged') ? {} : { 'io.modelcontextprotocol/subscriptionId': id };
      return [200, { jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params: { _meta } }];
    }
    try {
      return [200, { ...head, result: answered(request, message, isFirst) }];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return [error.status, { ...head, error: { code: error.code, message: 'No.', data: error.data } }];
    }
  }

  const plain = (status: number, text = ''): ScenarioReply => ({ status, headers: {}, messages: [], text });

  /** The answer of Streamable HTTP before the message itself is looked at. */
  function refusedByHttp({ method, headers, body }: ScenarioRequest): ScenarioReply | undefined {
    if (headers['origin'] !== undefined && !breaks('origin')) return plain(403);
    if (method === 'PUT') return plain(breaks('method-not-allowed') ? 200 : 405);
    if (stateless && method !== 'POST') return plain(breaks('get-refused') ? 200 : 405);
    const session = headers['mcp-session-id'];
    if (method === 'GET')
      return { ...plain(200), headers: { 'content-type': breaks('get-stream') ? 'text/html' : 'text/event-stream' } };
    if (method === 'DELETE') {
      if (breaks('session-delete')) return plain(500);
      if (!breaks('session-ended')) sessions.delete(session ?? '');
      return plain(200);
    }
    if (headers['content-type'] !== 'application/json' && !breaks('media-type')) return plain(415);
    if (!headers['accept']!.includes('application/json')) return plain(breaks('not-acceptable') ? 500 : 406);
    if (stateless) return session !== undefined && breaks('session-id-ignored') ? plain(404) : undefined;
    if (body?.includes('"initialize"')) return undefined;
    if (session === undefined) return plain(breaks('session-missing') ? 403 : 400);
    if (!sessions.has(session) && !(session === 'assay-no-such-session' && breaks('session-unknown')))
      return plain(404);
    const version = headers['mcp-protocol-version'];
    if (version !== undefined && version !== revision && !breaks('version-header')) return plain(400);
    return undefined;
  }

  function overHttp(request: ScenarioRequest, isFirst: boolean): ScenarioReply {
    const refused = refusedByHttp(request);
    if (refused) return refused;
    let message: RpcMessage;
    try {
      message = JSON.parse(request.body!) as RpcMessage;
    } catch {
      return plain(breaks('malformed-json') ? 500 : 400);
    }
    if (message['id'] === undefined && typeof message['method'] === 'string')
      return plain(202, breaks('notification-accepted') ? 'Thanks.' : '');
    const [status, answer] = rpcAnswer(request, message, isFirst);
    const headers: Record<string, string> = {
      'content-type': breaks('content-type') ? 'text/plain' : 'application/json',
    };
    if (message['method'] === 'initialize') {
      const id = `session${breaks('session-id') ? ' ' : '-'}${(opened += 1)}`;
      sessions.add(id);
      headers['mcp-session-id'] = id;
    }
    if (stateless && breaks('no-session-id')) headers['mcp-session-id'] = 'a';
    return { status, headers, messages: [answer], text: JSON.stringify(answer) };
  }

  function asCommand(): (request: ScenarioRequest, isFirst: boolean) => ScenarioReply {
    const [pending, noise]: [RpcMessage[], string[]] = [[], breaks('output-clean') ? ['Listening …'] : []];
    let isDead = false;
    return (request, isFirst) => {
      if (isDead) return { headers: {}, messages: [], text: '', failure: 'the end of the command' };
      let message: RpcMessage | undefined;
      try {
        message = JSON.parse(request.body!) as RpcMessage;
      } catch {
        isDead = breaks('survives-malformed-lines');
      }
      if (message?.['method'] !== undefined && message['id'] === undefined) {
        if (breaks('notification-unanswered'))
          pending.push({ jsonrpc: '2.0', id: null, error: { code: 1, message: '' } });
      } else if (message?.['method'] !== undefined) pending.push(rpcAnswer(request, message, isFirst)[1]);
      if (request.awaits === null) return { headers: {}, messages: [], text: '' };
      const messages = pending.splice(0);
      const text = [...noise.splice(0), ...messages.map((each) => JSON.stringify(each))].join('\n');
      return { headers: {}, messages, text };
    };
  }

  const surface: Surface = {
    capabilities,
    tools: [tool],
    prompts: [],
    resources: [],
    resourceTemplates: [],
  };
  return {
    facts: { transport, revision, surface, isLocal: true },
    async open() {
      const answer = isHttp ? overHttp : asCommand();
      let isFirst = true;
      return {
        isOver: () => false,
        close: async () => {},
        async send(request) {
          const reply = answer(request, isFirst);
          isFirst = false;
          return reply;
        },
      };
    },
  };
}
