import { ByteBudget } from '../src/transport/byte-budget.ts';
import { connectSession } from '../src/connect.ts';
import { asEvent, asJson, startRaw } from './raw-server.ts';
import { savedServer } from './saved.ts';

test.each([
  ['a document', asJson],
  ['an event', asEvent],
])('requests that share a byte budget end with the one that exceeds it, with an answer in %s', async (_, write) => {
  const server = await startRaw(({ id }, response) =>
    write(response, JSON.stringify({ jsonrpc: '2.0', id, result: { tools: [{ name: 'x'.repeat(600) }] } })),
  );
  const session = await connectSession(savedServer(server.url));
  const budget = new ByteBudget(1_000);
  expect((await session.listTools(undefined, { budget })).items).toHaveLength(1);
  const tooMuch = {
    code: 'SERVER_UNREACHABLE',
    details: { cause: 'answer_too_large', maxBytes: 1_000, nextStep: expect.any(String) as unknown },
  };
  await expect(session.listTools(undefined, { budget })).rejects.toMatchObject(tooMuch);
  await expect(session.listTools(undefined, { budget })).rejects.toMatchObject(tooMuch);
  expect(server.seen.filter(({ message }) => message?.method === 'tools/list')).toHaveLength(2);
  await session.close();
  await server.stop();
});
