import { callAgainLink, callIn } from './recorded-call.ts';

const entry = (message: unknown, direction = 'sent') =>
  ({ atMs: 1, serverId: 'server_1', direction, bytes: 9, message }) as Parameters<typeof callIn>[0];

test('a recorded call leads to its tool with its arguments, but not with its secrets', () => {
  const params = { name: 'refund', arguments: { id: 'O-1', password: 'p' } };
  const call = callIn(entry({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }))!;
  expect(call).toMatchObject({ serverId: 'server_1', toolName: 'refund' });
  expect(callAgainLink('prj_1', call).search).toEqual({ tool: 'refund', args: '{"id":"O-1"}' });
});

test.each([
  ['another request', entry({ id: 1, method: 'tools/list' })],
  ['an answer', entry({ id: 1, result: {} }, 'received')],
  ['a request of the server', entry({ id: 1, method: 'tools/call', params: { name: 'x' } }, 'received')],
  ['text that is no message', entry(undefined)],
])('%s is no call', (_, message) => expect(callIn(message)).toBeUndefined());
