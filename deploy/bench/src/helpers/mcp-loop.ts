import { Client as ClientTwo, StreamableHTTPClientTransport as TransportTwo } from '@modelcontextprotocol/client';
import { Client as ClientOne } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportOne } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { answerQuestions } from '../helper.ts';

export interface Loop {
  url: string;
  client: 'sdk 1.x' | 'client 2.x';
  /** Calls of the tool `echo`; each answer is looked at. */
  calls: number;
  /** Calls at a time. */
  slots: number;
  sessions: 'iteration' | 'run';
}

interface Session { echo(message: string): Promise<unknown>; close(): Promise<void> }

const INFO = { name: 'floor', version: '1.0.0' };
const echo = (message: string) => ({ name: 'echo', arguments: { message } });

async function openOne(url: string): Promise<Session> {
  const [client, transport] = [new ClientOne(INFO), new TransportOne(new URL(url))];
  await client.connect(transport);
  return {
    echo: (message) => client.callTool(echo(message)),
    close: async () => { await transport.terminateSession(); await client.close(); },
  };
}

async function openTwo(url: string): Promise<Session> {
  const [client, transport] = [new ClientTwo(INFO), new TransportTwo(new URL(url))];
  await client.connect(transport);
  return {
    echo: (message) => client.callTool(echo(message)),
    close: async () => { await transport.terminateSession(); await client.close(); },
  };
}

/** The least that must be done to try a tool many times over an official client. */
async function loop({ url, client, calls, slots, sessions }: Loop): Promise<void> {
  const open = () => (client === 'sdk 1.x' ? openOne(url) : openTwo(url));
  const shared = sessions === 'run' ? await open() : undefined;
  let next = 0;
  const work = async () => {
    while (next < calls) {
      const message = `message ${next++}`;
      const session = shared ?? await open();
      const answer = await session.echo(message);
      if (!JSON.stringify(answer).includes(message)) throw new Error('The server did not echo.');
      if (!shared) await session.close();
    }
  };
  await Promise.all(Array.from({ length: slots }, work));
  await shared?.close();
}

answerQuestions(loop);
