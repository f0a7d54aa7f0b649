import type { ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { listenLocally, type ListeningServer } from '@assay/testkit/listen';
import { stdioServerFile } from '@assay/testkit/mcp-servers/stdio-command';
import { openHttpWire } from '../../src/handlers/conformance/http-wire.ts';
import { openStdioWire } from '../../src/handlers/conformance/stdio-wire.ts';
import type { ScenarioRequest } from '../../src/domain/conformance/protocol-scenario.ts';
import { NO_COMMANDS } from '../support/platform-stand-in.ts';

const common = { serverId: 'srv', serverName: 'Tested', egress: openEgress(ONE_MACHINE_EGRESS) };
const { signal } = new AbortController();
const asked = (body: string, awaits: ScenarioRequest['awaits'] = 1): ScenarioRequest => ({
  method: 'POST',
  headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
  body,
  ...(awaits !== undefined && { awaits }),
});
const PONG = '{"jsonrpc":"2.0","id":1,"result":{}}';

let server: ListeningServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

/** The reply of a server that answers every request to `/mcp` with `answer`. */
async function replied(answer: (response: ServerResponse) => void, answerMs = 5_000) {
  server = await listenLocally((request, response) => {
    if (request.url === '/moved') response.writeHead(307, { location: '/mcp' }).end();
    else answer(response);
  });
  return openHttpWire({ ...common, url: `${server.origin}/moved` }, signal, answerMs).send(asked('{}'));
}
const stream = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });

test('an answer is read from JSON, and from a stream that goes on after it', async () => {
  const json = await replied((response) => void response.writeHead(200, { 'x-a': 'b' }).end(PONG));
  expect(json).toMatchObject({ status: 200, headers: { 'x-a': 'b' }, messages: [{ id: 1, result: {} }], text: PONG });
  await server!.stop();
  const notice = '{"jsonrpc":"2.0","method":"notifications/message"}';
  const events = await replied((response) => void stream(response).write(`data: ${notice}\n\ndata: ${PONG}\n\n`));
  expect(events).toMatchObject({ status: 200, messages: [{ method: 'notifications/message' }, { id: 1 }] });
  expect(events).not.toHaveProperty('failure');
});

test.each<[string, (response: ServerResponse) => void, object, number?]>([
  ['stays silent', () => {}, { failure: 'silence for 0.05 s', messages: [] }, 50],
  ['stops in the middle', (response) => void response.writeHead(200).write('{'), { failure: 'silence for 0.05 s' }, 50],
  ['breaks the connection', (response) => void response.destroy(), { failure: 'a broken connection' }],
  ['answers nothing', (response) => void stream(response).end(), { status: 200, messages: [], text: '' }],
  [
    'streams other messages without end',
    (response) => {
      const event = `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'x'.repeat(100_000) })}\n\n`;
      const pump = () => {
        while (!response.destroyed && response.write(event));
      };
      stream(response).on('drain', pump);
      pump();
    },
    { failure: 'an event stream without end' },
  ],
])('a server that %s gives a reply that says so', async (_, answer, reply, answerMs = 5_000) => {
  expect(await replied(answer, answerMs)).toMatchObject(reply);
});

describe('a command', () => {
  const command = (mode: string, maxMessageBytes = 1_000_000) => ({
    ...common,
    url: '',
    command: { command: process.execPath, args: [stdioServerFile, mode], env: {} },
    stdio: {
      ...NO_COMMANDS,
      allowedCommands: [process.execPath],
      env: { PATH: dirname(process.execPath) },
      maxMessageBytes,
    },
  });
  const call = (name: string) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } });

  test('may write more than its limit over many answers, and shows every line', async () => {
    const wire = await openStdioWire(command('healthy', 3_000), signal);
    for (let i = 0; i < 5; i += 1)
      expect(await wire.send(asked('{"jsonrpc":"2.0","id":1,"method":"tools/list"}'))).toMatchObject({
        messages: [{ id: 1, result: { tools: expect.any(Array) } }],
      });
    const { text, messages } = await wire.send(asked(call('noise')));
    expect(text.split('\n')).toEqual(['Listening …', '{"not":"a message"}', expect.stringContaining('quiet again')]);
    expect(messages).toHaveLength(2);
    await wire.close();
  });

  test.each([
    ['ends', 'crash', 5_000, 'the end of the command'],
    ['stays silent', 'mute', 50, 'silence for 0.05 s'],
  ])('that %s gives a reply that says so', async (_, mode, answerMs, failure) => {
    const wire = await openStdioWire(command(mode), signal, answerMs);
    expect(await wire.send(asked('{"jsonrpc":"2.0","id":1,"method":"ping"}'))).toMatchObject({ failure });
    await wire.close();
    expect(wire.isOver()).toBe(true);
  });
});
