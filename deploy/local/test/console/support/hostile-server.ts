import { initializeResult, scriptedMcp } from '@assay/testkit/mcp-servers/scripted-mcp';
import { HOSTILE, MARKUP, SHORT_MARKUP } from './hostile-texts.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A server whose texts are hostile; `read` are the resources that were read. */
export async function hostileServer(): Promise<{ url: string; stop: () => Promise<void>; read: string[] }> {
  const read: string[] = [];
  const contents: Record<string, object> = {
    'note://page': { mimeType: 'text/html', text: `<script>document.title = 1</script>${HOSTILE}` },
    'note://pixel': { mimeType: 'image/png', blob: PIXEL },
    'note://liar': { mimeType: 'text/markdown', text: '# Not JSON' },
  };
  const { url, stop } = await scriptedMcp({
    initialize: (message) =>
      initializeResult(message, {
        serverInfo: { name: HOSTILE, version: '1' },
        capabilities: { tools: {}, resources: {}, prompts: {} },
      }),
    'tools/list': () => ({
      tools: [
        {
          name: 'find',
          title: HOSTILE,
          description: HOSTILE,
          inputSchema: {
            type: 'object',
            properties: {
              query: { type: 'string', minLength: 2, title: HOSTILE, description: HOSTILE, default: MARKUP },
              [SHORT_MARKUP]: { type: 'string', enum: [HOSTILE] },
              limit: { type: 'integer', maximum: 50 },
              password: { type: 'string' },
              filter: { anyOf: [{ type: 'string' }, { type: 'object' }] },
            },
            required: ['query'],
          },
        },
      ],
    }),
    'tools/call': () => ({
      content: [{ type: 'text', text: HOSTILE }],
      structuredContent: { id: 'T-1', title: 'One', [SHORT_MARKUP]: HOSTILE },
    }),
    'resources/list': () => ({
      resources: Object.keys(contents).map((uri) => ({
        uri,
        name: HOSTILE,
        mimeType: uri === 'note://liar' ? 'application/json' : (contents[uri] as { mimeType: string }).mimeType,
      })),
    }),
    'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: 'ticket://{id}', name: 'ticket' }] }),
    'resources/read': ({ params }) => {
      const uri = String(params?.['uri']);
      read.push(uri);
      return { contents: [{ uri, ...contents[uri] }] };
    },
    'prompts/list': () => ({
      prompts: [
        { name: 'greet', description: HOSTILE, arguments: [{ name: 'who', description: HOSTILE, required: true }] },
      ],
    }),
    'prompts/get': ({ params }) => ({
      messages: [
        { role: 'user', content: { type: 'text', text: `Greet ${HOSTILE} ${JSON.stringify(params?.['arguments'])}` } },
      ],
    }),
  });
  return { url, stop, read };
}
