import type { ChatMessageRequest } from '@assay/sdk';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { waitUntil } from '@assay/testkit/until';
import { type Api, answerOf } from '../support/api.ts';
import { sharedInstallation, type SharedInstallation } from '../support/shared-installation.ts';

const LONG_MS = 120_000;

let platform: SharedInstallation;
let everything: McpServerProcess;
let api: Api;
let serverId: string;
beforeAll(async () => {
  [platform, everything] = await Promise.all([
    sharedInstallation(),
    sharedEverythingServer({ transport: 'streamableHttp' }),
  ]);
  ({ api } = platform);
  serverId = await api.saveServer('everything', everything.url);
}, LONG_MS);
afterAll(() => everything.stop());

let asked = 0;
const say = (body: Partial<ChatMessageRequest> & Pick<ChatMessageRequest, 'message'>) =>
  answerOf(api.assay.sendChatMessage.withResponse({ idempotencyKey: `key ${(asked += 1)}`, ...body }));
const begin = (message: string, more: object = {}) =>
  say({ projectId: api.projectId, serverIds: [serverId], modelId: 'scripted/rules', message, ...more });

test(
  'a chat session over a real server takes turns on a runner, and keeps its conversation',
  async () => {
    const first = await begin('echo {"message":"hi"}');
    expect(first).toMatchObject({ status: 200, body: { status: 'completed', reply: 'echo: Echo: hi' } });
    const sessionId = first.body.sessionId!;
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
      sessionId: before.sessionId!,
      message: 'echo {"message":"two"} trigger-long-running-operation {"duration":60,"steps":1}',
    });
    for await (const event of api.assay.streamChatEvents({ sessionId: before.sessionId! }))
      if (event.type === 'toolCall' && JSON.stringify(event.data).includes('trigger-long-running-operation')) break;
    await api.assay.cancelChatTurn({ sessionId: before.sessionId! });
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

/** The types of the events of a session's latest turn, up to its end. */
async function turnEvents(sessionId: string): Promise<string[]> {
  const types: string[] = [];
  for await (const { type } of api.assay.streamChatEvents({ sessionId })) {
    types.push(type);
    if (type === 'turnEnded') break;
  }
  return types;
}

test(
  'a turn is read with its trace, watched afterwards, listed, and deleted with its session',
  async () => {
    const message = 'echo {"message":"hello chat"}';
    const sessionId = (await begin(message)).body.sessionId!;
    const { messages } = await api.assay.getChatSession({ sessionId });
    expect(messages.map(({ index, role }) => [index, role])).toEqual([
      [0, 'user'],
      [1, 'assistant'],
      [2, 'tool'],
      [3, 'assistant'],
    ]);
    const trace = await api.assay.getChatSessionTrace({ sessionId });
    expect(trace.turns[0]!.spans).toEqual(
      expect.arrayContaining([expect.objectContaining({ category: 'tool', toolName: 'echo' })]),
    );
    const events = await turnEvents(sessionId);
    expect([events[0], events.at(-1)]).toEqual(['turnStarted', 'turnEnded']);
    expect(events.filter((type) => type !== 'text').slice(1, -1)).toEqual(['toolCall', 'toolResult']);
    const listed = async () => (await api.assay.listChatSessions()).items.find(({ id }) => id === sessionId);
    expect(await waitUntil(listed)).toMatchObject({ title: message });
    await api.assay.deleteChatSession({ sessionId });
    await waitUntil(async () => (await listed()) === undefined);
  },
  LONG_MS,
);
