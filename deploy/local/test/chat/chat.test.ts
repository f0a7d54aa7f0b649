import type { ChatTurn } from '@assay/contract/areas/chat-sessions/turn';
import { startEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import type { Api } from '../support/api.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

const LONG_MS = 120_000;

let platform: Installation;
let everything: McpServerProcess;
let api: Api;
let serverId: string;
beforeAll(async () => {
  [platform, everything] = await Promise.all([
    startInstallation(),
    startEverythingServer({ transport: 'streamableHttp' }),
  ]);
  ({ api } = platform);
  serverId = await api.saveServer('everything', everything.url);
}, LONG_MS);
afterAll(async () => {
  await platform.stop();
  await everything.stop();
});

let asked = 0;
const say = (body: object) =>
  api.send<ChatTurn>('POST', '/chat-sessions/messages', { idempotencyKey: `key ${(asked += 1)}`, ...body });
const begin = (message: string, more: object = {}) =>
  say({ projectId: api.projectId, serverIds: [serverId], modelId: 'scripted/rules', message, ...more });

test(
  'a chat session over a real server takes turns on a runner, and keeps its conversation',
  async () => {
    const first = await begin('echo {"message":"hi"}');
    expect(first).toMatchObject({ status: 200, body: { status: 'completed', reply: 'echo: Echo: hi' } });
    const { sessionId } = first.body;
    const second = await say({ sessionId, message: 'get-sum {"a":1,"b":2} toggle-simulated-logging' });
    expect(second.body).toMatchObject({
      promptIndex: 1,
      status: 'completed',
      toolCalls: [{ toolName: 'get-sum', status: 'ok' }, { status: 'error' }],
    });
  },
  LONG_MS,
);

test(
  'a turn that is cancelled in the middle of a call says what it did until then',
  async () => {
    const { body: before } = await begin('echo {"message":"one"}');
    const turn = say({
      sessionId: before.sessionId,
      message: 'echo {"message":"two"} trigger-long-running-operation {"duration":60,"steps":1}',
    });
    const events = await fetch(`${platform.url}/api/v1/chat-sessions/${before.sessionId}/events`, {
      headers: { authorization: `Bearer ${platform.apiKey}` },
    });
    let seen = '';
    for await (const chunk of events.body!.pipeThrough(new TextDecoderStream())) {
      seen += chunk;
      if (seen.includes('trigger-long-running-operation","serverName')) break;
    }
    await api.send('POST', `/chat-sessions/${before.sessionId}/cancel`, {});
    expect((await turn).body).toMatchObject({
      status: 'cancelled',
      toolCalls: [
        { toolName: 'echo', status: 'ok' },
        { toolName: 'trigger-long-running-operation', status: 'error' },
      ],
    });
  },
  LONG_MS,
);
