import type { ServerResponse } from 'node:http';
import { waitUntil } from '@assay/testkit/until';
import { listenLocally } from '@assay/testkit/listen';
import { asJson, initializeResult, scriptedMcp, type ScriptedAnswer } from '@assay/testkit/mcp-servers/scripted-mcp';
import { connectSession } from '../src/connect.ts';
import { savedServer } from './saved.ts';

test.each<[string, ScriptedAnswer]>([
  ['fails', (_message, response) => void response.writeHead(500).end('Internal Server Error')],
  ['says nothing', () => {}],
  ['closes the connection', (_message, response) => void response.socket!.end()],
  ['resets the connection', (_message, response) => void response.socket!.resetAndDestroy()],
  [
    'answers with a web page',
    (_message, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
  ],
  ['answers with invalid JSON', (_message, response) => asJson(response, 200, 'What?')],
  ['answers another request', (_message, response) => asJson(response, 200, { jsonrpc: '2.0', id: 999, result: {} })],
])('a server that %s on the probe for an unknown revision is initialized', async (_, discover) => {
  const server = await scriptedMcp({ 'server/discover': discover });
  const session = await connectSession(savedServer(server.url));
  expect(session.info).toMatchObject({ protocolVersion: '2025-11-25', serverInfo: { name: 'scripted' } });
  await session.close();
  await server.stop();
});

const withoutFields = () => ({ protocolVersion: '2025-11-25' });
const refused: ScriptedAnswer = (_message, response) => void response.writeHead(500).end();

test.each<[string, ScriptedAnswer | undefined, ScriptedAnswer | undefined]>([
  ['the answer to initialize cannot be used', withoutFields, undefined],
  ['the notification after it is refused', undefined, refused],
  ['the notification after it is never answered', undefined, () => {}],
])('an open session is ended on the server too, where %s', async (_, initialize, initialized) => {
  const ended: unknown[] = [];
  const answer = async (text: string, response: ServerResponse) => {
    const message = JSON.parse(text) as Parameters<ScriptedAnswer>[0];
    if (message.method === 'notifications/initialized') return initialized!(message, response, response.req);
    if (message.method !== 'initialize') return void response.writeHead(400).end();
    asJson(
      response,
      200,
      {
        jsonrpc: '2.0',
        id: message.id,
        result: initialize ? initialize(message, response, response.req) : initializeResult(message),
      },
      { 'mcp-session-id': 'one' },
    );
  };
  const { origin, stop } = await listenLocally(async (request, response) => {
    if (request.method === 'POST') return answer(Buffer.concat(await request.toArray()).toString(), response);
    if (request.method === 'DELETE') ended.push(request.headers['mcp-session-id']);
    response.writeHead(request.method === 'DELETE' ? 200 : 405).end();
  });
  await expect(connectSession(savedServer(`${origin}/mcp`), { timeouts: { connectMs: 5_000 } })).rejects.toMatchObject({
    name: 'Problem',
  });
  await waitUntil(() => ended.length > 0);
  expect(ended).toEqual(['one']);
  await stop();
});
