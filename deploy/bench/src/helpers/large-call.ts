import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { answerQuestions } from '../helper.ts';

/** Calls the tool `large` once with the bare client, in a session of its own. */
answerQuestions(async ({ url }: { url: string }) => {
  const [client, transport] = [
    new Client({ name: 'floor', version: '1.0.0' }),
    new StreamableHTTPClientTransport(new URL(url)),
  ];
  await client.connect(transport);
  await client.callTool({ name: 'large', arguments: {} });
  await transport.terminateSession();
  await client.close();
});
