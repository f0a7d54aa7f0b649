import {
  acceptedContent,
  fromJsonSchema,
  inputRequired,
  inputResponse,
  ResourceTemplate,
  type McpServer,
} from '@modelcontextprotocol/server';

const said = (text: string) => ({ content: [{ type: 'text' as const, text }] });
const user = (text: string) => ({ role: 'user' as const, content: { type: 'text' as const, text } });
const CITIES = ['Basel', 'Bern', 'Biel'];

/** A prompt, resources with a completing template, and tools that request input in their results. */
export function registerPrimitives(server: McpServer): void {
  server.registerPrompt(
    'greet',
    {
      argsSchema: fromJsonSchema<{ name: string }>({
        type: 'object',
        properties: { name: { type: 'string' } },
        required: ['name'],
      }),
    },
    ({ name }) => ({ messages: [user(`Greet ${name}.`)] }),
  );

  server.registerResource('motto', 'note://motto', { mimeType: 'text/plain' }, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'text/plain', text: 'Look twice.' }],
  }));
  const city = new ResourceTemplate('city://{name}', {
    list: undefined,
    complete: { name: (begun) => CITIES.filter((name) => name.startsWith(begun)) },
  });
  server.registerResource('city', city, {}, ({ href }) => ({ contents: [{ uri: href, text: href }] }));

  server.registerTool('confirm', { description: 'Asks for a number of copies, then answers it.' }, (ctx) => {
    const { action } = inputResponse(ctx.mcpReq.inputResponses, 'copies') as { action?: string };
    if (action === undefined)
      return inputRequired({
        inputRequests: {
          copies: inputRequired.elicit({
            message: 'How many copies?',
            requestedSchema: { type: 'object', properties: { copies: { type: 'integer', default: 2 } } },
          }),
        },
      });
    return said(`${action} ${JSON.stringify(acceptedContent(ctx.mcpReq.inputResponses, 'copies') ?? {})}`);
  });
  server.registerTool('sample', { description: 'Asks for a completion, then answers it.' }, (ctx) => {
    const answered = ctx.mcpReq.inputResponses?.['line'] as { content?: { text?: string } } | undefined;
    if (!answered)
      return inputRequired({
        inputRequests: { line: inputRequired.createMessage({ messages: [user('One line, please.')], maxTokens: 20 }) },
      });
    return said(answered.content?.text ?? '');
  });
  server.registerTool('insatiable', { description: 'Asks again after any answer.' }, () =>
    inputRequired({
      inputRequests: {
        more: inputRequired.elicit({ message: 'And now?', requestedSchema: { type: 'object', properties: {} } }),
      },
    }),
  );
}
