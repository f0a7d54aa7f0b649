import { setTimeout as pause } from 'node:timers/promises';
import { asJson, initializeResult, scriptedMcp, type McpMessage } from './scripted-mcp.ts';

/** The releases of the server: the second one breaks `refund_order` and two results, and is slower. */
export type HelpdeskRelease = '1.4.2' | '1.5.0';

/** A running helpdesk. */
export interface HelpdeskServer {
  url: string;
  /** Puts a release behind the address, as a deployment does. */
  release(release: HelpdeskRelease): void;
  stop(): Promise<void>;
}

/** A helpdesk with tickets and orders, for suites, comparisons and the texts that report them. */
export async function helpdeskServer(): Promise<HelpdeskServer> {
  let current: HelpdeskRelease = '1.4.2';
  let asked = 0;
  const { url, stop } = await scriptedMcp({
    initialize: (message) =>
      initializeResult(message, { serverInfo: { name: 'helpdesk', title: 'Helpdesk', version: current } }),
    'tools/list': () => ({ tools: toolsOf(current) }),
    'tools/call': (message, response) => {
      const { name, arguments: given = {} } = message.params as { name: string; arguments?: Given };
      const isLate = name === 'order_status' && given.orderId === 'O-7790' && current === '1.5.0' && asked++ % 2 === 0;
      const result = isLate ? refusal('the carrier did not answer in time') : callTool(current, name, given);
      void answerLate(message, response, result, latencyOf(current, name));
    },
  });
  return {
    url,
    stop,
    release: (release) => {
      current = release;
    },
  };
}

async function answerLate(
  { id }: McpMessage,
  response: Parameters<typeof asJson>[0],
  result: object,
  ms: number,
): Promise<void> {
  await pause(ms);
  asJson(response, 200, { jsonrpc: '2.0', id, result });
}

type Given = Record<string, unknown>;

const input = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const text = { type: 'string' };
const AGENTS = ['ada', 'grace', 'linus'];

const TICKETS = [
  { id: 'T-1041', subject: 'Refund has not arrived', status: 'open', orderId: 'O-7781' },
  { id: 'T-1042', subject: 'Parcel shows delivered, nothing here', status: 'open', orderId: 'O-7790' },
  { id: 'T-1043', subject: 'Wrong size, wants exchange', status: 'pending', orderId: 'O-7802' },
  { id: 'T-1044', subject: 'Cannot sign in after address change', status: 'open' },
  { id: 'T-1046', subject: 'Charged twice for one order', status: 'open', orderId: 'O-7811' },
];

function toolsOf(release: HelpdeskRelease): object[] {
  const isNew = release === '1.5.0';
  return [
    {
      name: 'search_tickets',
      description: 'Finds tickets by words of their subject, newest first.',
      inputSchema: input({ query: { ...text, minLength: 1 }, status: text, limit: { type: 'integer' } }, ['query']),
      outputSchema: input({ tickets: { type: 'array' }, total: { type: 'integer' } }),
      annotations: { readOnlyHint: true },
    },
    {
      name: 'get_ticket',
      description: 'Reads one ticket with its order.',
      inputSchema: input({ id: { ...text, pattern: '^T-[0-9]{4}$' } }),
      annotations: { readOnlyHint: true },
    },
    {
      name: 'assign_ticket',
      description: 'Assigns a ticket to an agent.',
      inputSchema: input({ id: text, agent: { ...text, enum: AGENTS } }),
      annotations: { idempotentHint: true },
    },
    {
      name: 'order_status',
      description: 'Where an order is.',
      inputSchema: input({ orderId: { ...text, pattern: '^O-[0-9]{4}$' } }),
      annotations: { readOnlyHint: true },
    },
    {
      name: 'refund_order',
      description: isNew ? 'Refunds an order.' : 'Refunds an order, in cents.',
      inputSchema: isNew
        ? input({ orderId: text, amount: { type: 'number' }, currency: text, reason: text }, [
            'orderId',
            'amount',
            'currency',
          ])
        : input({ orderId: text, amountCents: { type: 'integer' }, reason: text }, ['orderId', 'amountCents']),
      annotations: { destructiveHint: true },
    },
    {
      name: 'list_agents',
      description: isNew ? '' : 'Lists the agents of the team with how many tickets each has.',
      inputSchema: input({}),
      annotations: { readOnlyHint: true },
    },
  ];
}

const LATENCIES_MS: Record<string, number> = { search_tickets: 20, get_ticket: 15, order_status: 30, refund_order: 25 };

const latencyOf = (release: HelpdeskRelease, tool: string): number =>
  release === '1.5.0' && tool === 'get_ticket' ? 1_600 : (LATENCIES_MS[tool] ?? 10);

const said = (words: string, structuredContent?: object) => ({
  content: [{ type: 'text', text: words }],
  ...(structuredContent && { structuredContent }),
});
const refusal = (words: string) => ({ ...said(words), isError: true });

function callTool(release: HelpdeskRelease, tool: string, given: Given): object {
  const isNew = release === '1.5.0';
  const id = String(given.id);
  const ticket = TICKETS.find((each) => each.id === id);
  switch (tool) {
    case 'search_tickets':
      return searchTickets(isNew, given);
    case 'get_ticket':
      if (ticket) return said(JSON.stringify(ticket));
      return refusal(isNew ? 'not found' : `no ticket ${id}; ids look like T-1042`);
    case 'assign_ticket':
      if (!AGENTS.includes(String(given.agent))) return refusal(`agent ${String(given.agent)} is not on the team`);
      return ticket ? said(`${id} is assigned to ${String(given.agent)}`) : refusal(`no ticket ${id}`);
    case 'order_status':
      return said(`${String(given.orderId)}: in transit, expected Tuesday`);
    case 'refund_order':
      return refundOrder(isNew, given);
    case 'list_agents':
      return said('ada 2, grace 1, linus 0');
    default:
      return refusal(`unknown tool ${tool}`);
  }
}

function searchTickets(isNew: boolean, { query, status, limit = 10 }: Given): object {
  if (query === undefined || query === '') return refusal('query must not be empty');
  const words = typeof query === 'string' ? query.toLowerCase() : '';
  const tickets = TICKETS.filter(
    (each) => each.subject.toLowerCase().includes(words) && (status === undefined || each.status === status),
  ).slice(0, Number(limit));
  const lines = tickets.map((each) => `${each.id} ${each.status} ${each.subject}`).join('\n');
  return said(lines || 'no ticket matches', isNew ? { tickets } : { tickets, total: tickets.length });
}

function refundOrder(isNew: boolean, { orderId, amount, amountCents, currency }: Given): object {
  if (isNew && amountCents !== undefined) return refusal('unknown field amountCents; send amount and currency');
  if (!isNew && amount !== undefined) return refusal('unknown field amount');
  const sum = isNew ? `${String(amount)} ${String(currency)}` : `${String(amountCents)} cents`;
  return said(`Refunded ${sum} of ${String(orderId)}`);
}
