import { waitUntil } from './until.ts';

test('the first answer that is neither undefined nor false is returned, also when it is falsy', async () => {
  const answers = [undefined, false, 0];
  expect(await waitUntil(() => answers.shift())).toBe(0);
});

test('a probe that never succeeds fails in time and tells what it threw last', async () => {
  const refused = new Error('refused');
  await expect(waitUntil(() => Promise.reject(refused), 50)).rejects.toMatchObject({
    message: 'Still not so after 50 ms.',
    cause: refused,
  });
});
