import { onFirstCall } from './handler.ts';

const caller = { requestId: 'r' };

test('a handler is loaded once, with its first call', async () => {
  let loads = 0;
  const handler = onFirstCall(async () => {
    loads++;
    return (request: number) => Promise.resolve(request + 1);
  });
  expect(loads).toBe(0);
  expect(await Promise.all([handler(1, caller), handler(2, caller)])).toEqual([2, 3]);
  expect(await handler(3, caller)).toBe(4);
  expect(loads).toBe(1);
});

test('a handler that cannot be loaded is loaded again by the next call', async () => {
  let loads = 0;
  const handler = onFirstCall(async () => {
    if (++loads === 1) throw new Error('no such file');
    return () => Promise.resolve('answer');
  });
  await expect(handler(undefined, caller)).rejects.toThrow('no such file');
  expect(await handler(undefined, caller)).toBe('answer');
});
