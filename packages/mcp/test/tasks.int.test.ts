import { waitUntil } from '@assay/testkit/until';
import { connectSession } from '../src/connect.ts';
import { asJson, startRaw } from './raw-server.ts';
import { savedServer } from './saved.ts';

test.each([
  ['goes on and on', 'working', 'tasks/get'],
  ['waits for input that it never asks for', 'input_required', 'tasks/result'],
])('a task that %s ends at the total timeout, and is cancelled', async (_, status, last) => {
  const task = { taskId: 't1', status, pollInterval: 60_000 };
  const server = await startRaw(({ id, method }, response) => {
    if (method === 'tasks/result') return;
    asJson(
      response,
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        result: method === 'tools/call' ? { task: { ...task, status: 'working', pollInterval: 100 } } : task,
      }),
    );
  });
  const session = await connectSession(savedServer(server.url), { timeouts: { totalMs: 600 } });
  // On a stalled machine the timeout ends before there is a task, or before it is polled.
  await waitUntil(async () => {
    server.seen.splice(0);
    await expect(session.callTool('work', {}, { task: {} })).rejects.toMatchObject({
      code: 'TIMEOUT',
      details: { phase: 'request' },
    });
    expect(
      server.seen
        .map(({ message }) => message?.method)
        .filter((method) => method?.startsWith('tasks/'))
        .slice(-2),
    ).toEqual([last, 'tasks/cancel']);
    return true;
  }, 20_000);
  await session.close();
  await server.stop();
});
