import { randomUUID } from 'node:crypto';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { listenLocally } from '@assay/testkit/listen';
import { answerQuestions } from '../helper.ts';

const [COUNT, PAGE] = [1_000, 100];

const tools = Array.from({ length: COUNT }, (_, at) => ({
  name: `read_ledger_${at}`,
  title: `Read ledger ${at}`,
  description: `Reads the entries of ledger ${at} between two dates, the newest first. Use it when a question is about that ledger alone.`,
  inputSchema: {
    type: 'object' as const,
    required: ['from'],
    additionalProperties: false,
    properties: {
      from: { type: 'string', format: 'date', description: 'The first day.' },
      to: { type: 'string', format: 'date', description: 'The last day; today when absent.' },
      limit: { type: 'integer', minimum: 1, maximum: 500 },
    },
  },
  outputSchema: {
    type: 'object' as const,
    properties: { entries: { type: 'array', items: { type: 'object' } } },
    required: ['entries'],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
}));

/** A server of the 1.x SDK with a thousand tools in pages of a hundred. */
function ledger(): Server {
  const server = new Server({ name: 'ledgers', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const from = Number(params?.cursor ?? 0);
    return { tools: tools.slice(from, from + PAGE), ...(from + PAGE < COUNT && { nextCursor: String(from + PAGE) }) };
  });
  return server;
}

const sessions = new Map<string, StreamableHTTPServerTransport>();

async function begin(): Promise<StreamableHTTPServerTransport> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => {
      sessions.set(id, transport);
    },
    onsessionclosed: (id) => {
      sessions.delete(id);
    },
  });
  await ledger().connect(transport);
  return transport;
}

const { origin } = await listenLocally((request, response) => {
  const id = request.headers['mcp-session-id'];
  const transport = id === undefined ? begin() : sessions.get(String(id));
  if (!transport) return void response.writeHead(404).end();
  void Promise.resolve(transport).then((open) => open.handleRequest(request, response));
});

/** Answers the address of the server. */
answerQuestions(async () => `${origin}/mcp`);
