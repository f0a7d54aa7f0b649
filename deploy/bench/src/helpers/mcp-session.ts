import { Client as ClientTwo, StreamableHTTPClientTransport as TransportTwo } from '@modelcontextprotocol/client';
import { Client as ClientOne } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportOne } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** A session of an official client, which there are two of. */
export interface Session {
  echo(message: string): Promise<unknown>;
  list(): Promise<{ tools: unknown[] }>;
  close(): Promise<void>;
}

const INFO = { name: 'floor', version: '1.0.0' };
const echo = (message: string) => ({ name: 'echo', arguments: { message } });

interface OfficialClient {
  callTool(call: ReturnType<typeof echo>): Promise<unknown>;
  listTools(): Promise<{ tools: unknown[] }>;
  close(): Promise<void>;
}

/** With the first generation of the official client. */
export async function openOne(url: string): Promise<Session> {
  const [client, transport] = [new ClientOne(INFO), new TransportOne(new URL(url))];
  await client.connect(transport);
  return sessionOf(client, transport);
}

/** With the second generation of the official client. */
export async function openTwo(url: string): Promise<Session> {
  const [client, transport] = [new ClientTwo(INFO), new TransportTwo(new URL(url))];
  await client.connect(transport);
  return sessionOf(client, transport);
}

const sessionOf = (client: OfficialClient, transport: { terminateSession(): Promise<void> }): Session => ({
  echo: (message) => client.callTool(echo(message)),
  list: () => client.listTools(),
  close: async () => {
    await transport.terminateSession();
    await client.close();
  },
});

/** Calls the tool `echo`. @throws when the answer is another text. */
export async function echoed(session: Session, message: string): Promise<void> {
  if (!JSON.stringify(await session.echo(message)).includes(message)) throw new Error('The server did not echo.');
}

/** Lists the first page of tools. @throws when there is none. */
export async function listed(session: Session): Promise<void> {
  if ((await session.list()).tools.length === 0) throw new Error('The server has no tools.');
}
