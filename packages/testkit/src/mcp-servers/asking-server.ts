import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { CreateMessageResultSchema, ElicitResultSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { sessionListener } from './faulty-servers.ts';
import { listenLocally, type ListeningServer } from '../listen.ts';

const FLOOD = 2_000;
const said = (value: unknown): CallToolResult => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });
const elicitation = (message: string) => ({
  method: 'elicitation/create' as const,
  params: {
    message,
    requestedSchema: {
      type: 'object' as const,
      properties: {
        copies: { type: 'integer' as const, default: 2 },
        paper: { type: 'string' as const, default: 'A4' },
      },
    },
  },
});
const sampling = (text: string) => ({
  method: 'sampling/createMessage' as const,
  params: { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }], maxTokens: 20 },
});

/**
 * A server of the 1.x SDK that sends its client every kind of request that the protocol has, and answers with the
 * client's answers.
 */
export async function startAskingServer(): Promise<{ url: string } & ListeningServer> {
  const asking = sessionListener(create);
  const { origin, stop } = await listenLocally(asking.listener);
  return {
    origin,
    url: `${origin}/mcp`,
    stop: async () => {
      await asking.close();
      await stop();
    },
  };
}

function create(): McpServer {
  const mcp = new McpServer({ name: 'asking', version: '1.0.0' }, { capabilities: { logging: {} } });
  const { server } = mcp;
  mcp.registerTool('elicit', {}, async ({ sendRequest }) =>
    said(await sendRequest(elicitation('How many copies?'), ElicitResultSchema)),
  );
  mcp.registerTool('elicitTwice', {}, async ({ sendRequest }) =>
    said([
      await sendRequest(elicitation('first'), ElicitResultSchema),
      await sendRequest(elicitation('second'), ElicitResultSchema),
    ]),
  );
  mcp.registerTool('elicitAside', { description: 'Asks on the stream for unsolicited messages.' }, async () =>
    said(await server.elicitInput({ ...elicitation('aside').params, mode: 'form' })),
  );
  mcp.registerTool('elicitUrl', {}, async () =>
    said(
      await server.elicitInput({ mode: 'url', message: 'Sign in', url: 'https://login.test/', elicitationId: 'e1' }),
    ),
  );
  mcp.registerTool('sample', {}, async ({ sendRequest }) =>
    said(
      await sendRequest(sampling('One line, please.'), CreateMessageResultSchema).catch(
        ({ code }: { code: number }) => ({ code }),
      ),
    ),
  );
  mcp.registerTool('roots', {}, async () => said(await server.listRoots()));
  mcp.registerTool(
    'flood',
    { description: 'Reports progress and logs without end, nearly.' },
    async ({ _meta, sendNotification }) => {
      for (let step = 1; step <= FLOOD; step += 1) {
        await sendNotification({
          method: 'notifications/progress',
          params: { progressToken: _meta!.progressToken!, progress: step, total: FLOOD },
        });
        await sendNotification({ method: 'notifications/message', params: { level: 'info', data: { step } } });
      }
      return said(FLOOD);
    },
  );
  mcp.registerPrompt('sampled', {}, async ({ sendRequest }) => {
    const { content } = await sendRequest(sampling('A topic, please.'), CreateMessageResultSchema);
    return {
      messages: [
        {
          role: 'user',
          content: Array.isArray(content)
            ? { type: 'text', text: 'several' }
            : (content as { type: 'text'; text: string }),
        },
      ],
    };
  });
  mcp.registerResource('elicited', 'asked://copies', {}, async ({ href }, { sendRequest }) => ({
    contents: [{ uri: href, text: (await sendRequest(elicitation('resource'), ElicitResultSchema)).action }],
  }));
  return mcp;
}
