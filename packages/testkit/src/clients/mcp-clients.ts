import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const INFO = { name: 'test', version: '1' };

/** The official clients of both lines of the SDK, connected to the platform's `/mcp` with a bearer. */
export const mcpClients = {
  'the 1.x client': async (origin: string, bearer: string): Promise<Client> => {
    const client = new Client(INFO);
    const requestInit = { headers: { authorization: `Bearer ${bearer}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin), { requestInit }));
    return client;
  },
  'the 2.x client': async (origin: string, bearer: string): Promise<ModernClient> => {
    const client = new ModernClient(INFO, { versionNegotiation: { mode: 'auto' } });
    const requestInit = { headers: { authorization: `Bearer ${bearer}` } };
    await client.connect(new ModernTransport(new URL('/mcp', origin), { requestInit }));
    return client;
  },
};

/** The text of a tool's result, parsed. */
export const jsonOf = (result: unknown): unknown =>
  JSON.parse((result as { content: [{ text: string }] }).content[0].text);
