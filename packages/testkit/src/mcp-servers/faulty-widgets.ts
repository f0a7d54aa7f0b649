import { type McpScript, rpcError, scriptedMcp } from './scripted-mcp.ts';
import { widgetPages } from './widget-pages.ts';

const MCP_APP = 'text/html;profile=mcp-app';
const inputSchema = { type: 'object' };
const withWidget = (name: string, ui: object = {}) => ({
  name,
  inputSchema,
  _meta: { ui: { resourceUri: `ui://${name}`, ...ui } },
});

const TOOLS = [
  ...Object.keys(widgetPages)
    .filter((name) => name !== 'queue')
    .map((name) => withWidget(name)),
  { name: 'queue', inputSchema, _meta: { 'openai/outputTemplate': 'ui://queue' } },
  { name: 'flat', inputSchema, _meta: { 'ui/resourceUri': 'ui://dashboard' } },
  ...['missing', 'wrong_type', 'huge', 'empty', 'encoded', 'declares'].map((name) => withWidget(name)),
  { name: 'elsewhere', inputSchema, _meta: { ui: { resourceUri: 'https://example.org/app.html' } } },
  { name: 'plain', inputSchema },
  { name: 'add', inputSchema, _meta: { ui: { visibility: ['app'] }, 'openai/widgetAccessible': true } },
  { name: 'secret', inputSchema, _meta: { ui: { visibility: ['model'] } } },
];

/** Contents by address, beside the pages. */
const CONTENTS: Record<string, () => object[]> = {
  'ui://wrong_type': () => [{ mimeType: 'text/plain', text: 'Hello' }],
  'ui://huge': () => [{ mimeType: MCP_APP, text: ' '.repeat(9_000_000) }],
  'ui://empty': () => [],
  'ui://encoded': () => [
    { mimeType: 'text/html; profile=mcp-app', blob: Buffer.from(widgetPages['dashboard']!).toString('base64') },
  ],
  'ui://declares': () => [
    {
      mimeType: MCP_APP,
      text: widgetPages['dashboard']!,
      _meta: {
        ui: {
          csp: {
            connectDomains: ['https://api.example.org', "https://x'; script-src *"],
            resourceDomains: ['https://*.cdn.example'],
          },
          permissions: { camera: {} },
        },
      },
    },
  ],
  'ui://note': () => [{ mimeType: 'text/plain', text: 'A note' }],
};

/** A server whose tools have widgets, one of each fault; calls return their arguments. */
export async function startFaultyWidgets(): Promise<{
  url: string;
  /** The tools, as it lists them. */
  tools: typeof TOOLS;
  /** The names of called tools, in order. */
  called: string[];
  stop(): Promise<void>;
}> {
  const called: string[] = [];
  const script: McpScript = {
    'tools/list': () => ({ tools: TOOLS }),
    'tools/call': ({ params }) => {
      const [name, args] = [String(params?.['name']), params?.['arguments'] as { n?: number }];
      called.push(name);
      return {
        content: [{ type: 'text', text: 'Done.' }],
        structuredContent: name === 'add' ? { sum: (args?.n ?? 0) + 1 } : { name, ...args },
      };
    },
    'resources/read': (message, response) => {
      const uri = String(message.params?.['uri']);
      const page = widgetPages[uri.slice('ui://'.length)];
      const contents =
        CONTENTS[uri]?.() ??
        (page && [{ mimeType: uri === 'ui://queue' ? 'text/html+skybridge' : MCP_APP, text: page }]);
      if (!contents) return rpcError(response, message, -32_002, 'Resource not found');
      return { contents: contents.map((each) => ({ uri, ...each })) };
    },
  };
  return { ...(await scriptedMcp(script)), tools: TOOLS, called };
}
