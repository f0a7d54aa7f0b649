import type { BrokenServer } from './broken-server.ts';
import {
  asJson,
  SCRIPTED_CAPABILITIES,
  initializeResult,
  rpcError,
  scriptedMcp,
  type ScriptedAnswer,
  type McpMessage,
  type McpScript,
} from '../mcp-servers/scripted-mcp.ts';

const tool = (name: string, more: object = {}) => ({ name, inputSchema: { type: 'object' }, ...more });
const cursorOf = ({ params }: McpMessage) => params?.['cursor'] as string | undefined;
const scripted = (script: McpScript) => () => scriptedMcp(script);
const tools = (answer: ScriptedAnswer) => scripted({ 'tools/list': answer });
const listing = (...items: unknown[]) => tools(() => ({ tools: items }));

/** Too deep for recursive parsers. */
const BOTTOMLESS = '{"type":"object","properties":{"a":'.repeat(20_000) + '{}' + '}}'.repeat(20_000);
const { prompts: _, ...WITHOUT_PROMPTS } = SCRIPTED_CAPABILITIES;

/** Faults in the lists of a server that connects. */
export const brokenLists: BrokenServer[] = [
  {
    name: 'tools that are declared but not served',
    cause: 'capability_not_served',
    check: 'tools',
    start: tools((message, response) => rpcError(response, message, -32_601)),
  },
  {
    name: 'prompts that are declared but answered with an error',
    cause: 'capability_not_served',
    check: 'prompts',
    start: scripted({ 'prompts/list': (message, response) => rpcError(response, message, -32_603) }),
  },
  {
    name: 'prompts that are served but not declared',
    cause: 'served_not_declared',
    check: 'prompts',
    works: true,
    start: scripted({ initialize: (message) => initializeResult(message, { capabilities: WITHOUT_PROMPTS }) }),
  },
  {
    name: 'a repeated cursor',
    cause: 'list_endless',
    check: 'tools',
    start: tools((message) => ({ tools: [tool(`print-${cursorOf(message) ?? 'first'}`)], nextCursor: 'again' })),
  },
  {
    name: 'a cursor that is a number',
    cause: 'cursor_invalid',
    check: 'tools',
    start: tools(() => ({ tools: [tool('print')], nextCursor: 2 })),
  },
  {
    name: 'one page under ever new cursors',
    cause: 'list_endless',
    check: 'tools',
    start: tools((message) => ({ tools: [tool('print')], nextCursor: `${cursorOf(message) ?? ''}1` })),
  },
  {
    name: 'endless pages',
    cause: 'list_endless',
    check: 'resources',
    start: scripted({
      'resources/list': (message) => {
        const page = Number(cursorOf(message) ?? 0);
        return { resources: [{ uri: `file:///${page}` }], nextCursor: String(page + 1) };
      },
    }),
  },
  {
    name: 'a list that changes while it is read',
    cause: 'list_changed_while_read',
    check: 'tools',
    start: tools((message) =>
      cursorOf(message) ? { tools: [tool('b'), tool('c')] } : { tools: [tool('a'), tool('b')], nextCursor: '2' },
    ),
  },
  {
    name: 'a refused cursor',
    cause: 'cursor_refused',
    check: 'tools',
    start: tools((message, response) =>
      cursorOf(message) ? rpcError(response, message, -32_602) : { tools: [tool('a')], nextCursor: '2' },
    ),
  },
  {
    name: 'a tool without a name',
    cause: 'items_invalid',
    check: 'tools',
    start: listing(tool('good'), { title: 'nameless', inputSchema: { type: 'object' } }),
  },
  {
    name: 'an invalid schema',
    cause: 'items_invalid',
    check: 'tools',
    start: listing(tool('good'), tool('bad', { inputSchema: { type: 'object', properties: { path: 'string' } } })),
  },
  {
    name: 'two tools with one name',
    cause: 'names_repeated',
    check: 'tools',
    start: listing(tool('twin'), tool('twin')),
  },
  {
    name: 'a list that is not an array',
    cause: 'answer_off_protocol',
    check: 'tools',
    start: tools(() => ({ tools: { print: {} } })),
  },
  {
    name: 'a list that arrives byte by byte',
    cause: 'answer_stalled',
    check: 'tools',
    saved: { timeoutMs: 5_000 },
    start: tools(
      (_message, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"jsonrpc":'),
    ),
  },
  {
    name: 'a list that is answered under another id',
    cause: 'answer_off_protocol',
    check: 'tools',
    start: tools((_message, response) => asJson(response, 200, { jsonrpc: '2.0', id: 999, result: { tools: [] } })),
  },
  {
    name: 'a list that is larger than the limit',
    cause: 'answer_too_large',
    check: 'tools',
    start: tools((message) => ({
      tools: [tool(`print-${cursorOf(message) ?? 0}`, { description: 'x'.repeat(900_000) })],
      nextCursor: String(Number(cursorOf(message) ?? 0) + 1),
    })),
  },
  {
    name: 'a bottomless schema',
    cause: 'items_invalid',
    check: 'tools',
    start: tools(({ id }, response) =>
      asJson(
        response,
        200,
        `{"jsonrpc":"2.0","id":${id},"result":{"tools":[{"name":"good","inputSchema":{"type":"object"}},{"name":"deep","inputSchema":${BOTTOMLESS}}]}}`,
      ),
    ),
  },
  {
    name: 'a list that is never answered',
    cause: 'no_answer',
    check: 'tools',
    saved: { timeoutMs: 500 },
    start: tools(() => {}),
  },
];
