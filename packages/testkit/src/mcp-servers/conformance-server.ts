import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { given } from '@assay/contract/given';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import {
  inputSchemaOf,
  CONFORMANCE_PROMPTS,
  resourceAt,
  CONFORMANCE_RESOURCES,
  CONFORMANCE_TOOLS,
} from './conformance-fixtures.ts';
import { listenLocally } from '../listen.ts';

export interface ConformanceServer {
  url: string;
  /** The headers of each received request. */
  seen: IncomingMessage['headers'][];
  /** The names of the called tools. */
  called: string[];
  stop(): Promise<void>;
}

export interface ConformanceFaults {
  /** Tools with an empty answer. */
  empty?: string[];
  /** Accepts requests for another host, and from other web pages (DNS rebinding). */
  rebindable?: boolean;
  /** A required request header. */
  key?: [name: string, value: string];
  /** A tool whose first call is never answered. */
  hangs?: string;
  /** Serves only these tools, and no prompts or resources. */
  only?: string[];
}

/**
 * A server of the 1.x SDK with everything that the scenarios of the official suite need, as far as one process can
 * offer it.
 */
export async function startConformanceServer({
  empty = [],
  rebindable = false,
  key,
  hangs,
  only,
}: ConformanceFaults = {}): Promise<ConformanceServer> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const [seen, called]: [ConformanceServer['seen'], string[]] = [[], []];
  const { origin, stop } = await listenLocally((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    seen.push(request.headers);
    const isForeign = request.headers.host !== new URL(origin).host || (request.headers.origin ?? origin) !== origin;
    if (!rebindable && isForeign) return void response.writeHead(403).end();
    if (key && request.headers[key[0]] !== key[1]) return void response.writeHead(401).end();
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (id !== undefined && !known) return void response.writeHead(404).end();
    await (known ?? (await open())).handleRequest(request, response);
  }

  async function open(): Promise<StreamableHTTPServerTransport> {
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        sessions.set(id, transport);
      },
    });
    const server = createServer(called, { empty, ...given({ hangs, only }) });
    await server.connect(transport);
    return transport;
  }

  return { url: `${origin}/mcp`, seen, called, stop };
}

const missing = (what: string) => new McpError(ErrorCode.InvalidParams, `${what} not found`);

function createServer(
  called: string[],
  { empty = [], hangs, only }: Pick<ConformanceFaults, 'empty' | 'hangs' | 'only'>,
): Server {
  const server = new Server(
    { name: 'conformance', version: '1.0.0' },
    {
      capabilities: only
        ? { tools: {} }
        : { tools: {}, resources: { subscribe: true }, prompts: {}, logging: {}, completions: {} },
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: (only ?? Object.keys(CONFORMANCE_TOOLS)).map((name) => ({
      name,
      description: `For the scenario of ${name}.`,
      inputSchema: inputSchemaOf(name),
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: args = {} } }, extra) => {
    called.push(name);
    const make = CONFORMANCE_TOOLS[name];
    if (!make) throw missing(name);
    if (name === hangs && called.filter((each) => each === name).length === 1) return new Promise<never>(() => {});
    return empty.includes(name) ? { content: [] } : make(server, args, extra);
  });
  if (only) return server;
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: Object.entries(CONFORMANCE_PROMPTS).map(([name, prompt]) => ({
      name,
      description: `For the scenario of ${name}.`,
      arguments: prompt.arguments.map((argument) => ({ name: argument, required: true })),
    })),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: args = {} } }) => {
    const prompt = CONFORMANCE_PROMPTS[name];
    if (!prompt) throw missing(name);
    return prompt.make(args);
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: CONFORMANCE_RESOURCES.map((uri) => ({ uri, name: uri.slice('test://'.length) })),
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const content = resourceAt(uri);
    if (!content) throw missing(uri);
    return { contents: [{ uri, ...content }] };
  });
  for (const schema of [SubscribeRequestSchema, UnsubscribeRequestSchema] as const)
    server.setRequestHandler(schema as typeof SubscribeRequestSchema, () => ({}));
  server.setRequestHandler(SetLevelRequestSchema, () => ({}));
  server.setRequestHandler(CompleteRequestSchema, () => ({ completion: { values: [], total: 0, hasMore: false } }));
  return server;
}
