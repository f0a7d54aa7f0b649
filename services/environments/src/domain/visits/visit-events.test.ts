import type { ChatEvent } from '@assay/contract/areas/chat-sessions/reading';
import { visitEventOf, visitPositionOf } from './visit-events.ts';

const call = { toolCallId: 'call_1', toolName: 'get-sum', input: { a: 1 } };
const server = { serverId: 'srv_1', serverName: 'Billing at 10.0.0.7' };
const turn = {
  sessionId: 'chat_1',
  turnId: 'turn_1',
  promptIndex: 0,
  projectId: 'prj_1',
  status: 'waiting',
  pendingCalls: [{ ...call, ...server }],
  model: { id: 'openai/gpt-test', provider: 'openai' },
  hostId: 'client_1',
  error: { code: 'SERVER_UNREACHABLE', message: 'Billing at 10.0.0.7 did not answer.' },
};

test.each([
  ['toolCall', { promptIndex: 0, ...call, serverName: server.serverName }, call],
  [
    'turnEnded',
    { promptIndex: 0, turn },
    {
      turn: {
        turnId: 'turn_1',
        promptIndex: 0,
        status: 'waiting',
        pendingCalls: [call],
        error: {
          code: 'SERVER_UNREACHABLE',
          message: 'Something went wrong on the way. You can send the message again.',
        },
      },
    },
  ],
])('an event %s tells a visitor nothing of servers, models and the project', (type, data, shown) => {
  const event = { id: '0.3', type, data } as unknown as ChatEvent;
  expect(visitEventOf('chat_1', event)).toEqual({ id: 'chat_1/0.3', type, data: shown });
});

test.each([
  ['chat_1/0.3', { sessionId: 'chat_1', eventId: '0.3' }],
  ['chat_1/ended', { sessionId: 'chat_1', eventId: 'ended' }],
  ['', { sessionId: '', eventId: '' }],
  ['0.3', { sessionId: '', eventId: '' }],
])('the event id %p is the place %p', (id, place) => {
  expect(visitPositionOf(id)).toEqual(place);
});
