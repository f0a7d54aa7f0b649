import { waitUntil } from './until.ts';

test('the first answer that is neither undefined nor false is returned, even when falsy', async () => {
  const answers = [undefined, false, 0];
  expect(await waitUntil(() => answers.shift())).toBe(0);
});

test('a probe that never succeeds fails after the timeout with its last error as the cause', async () => {
  const refused = new Error('refused');
  await expect(waitUntil(() => Promise.reject(refused), 50)).rejects.toMatchObject({
    message: 'The condition was not met within 50 ms.',
    cause: refused,
  });
});
