import { createLink } from './kafka-client.ts';

/** A client whose first attempts to connect fail. */
function linkThatFails(times: number) {
  const seen = { connects: 0, works: 0 };
  const link = createLink(() => ({
    connect: async () => {
      await new Promise(setImmediate);
      if (++seen.connects <= times) throw new Error(`attempt ${seen.connects}`);
    },
    disconnect: async () => undefined,
  }));
  const use = () => link.use(async () => ++seen.works);
  return { seen, use };
}

test('what waits while no connection can be made fails with the same attempt', async () => {
  const { seen, use } = linkThatFails(1);
  const tried = await Promise.allSettled([use(), use(), use()]);
  expect(tried.map((each) => each.status === 'rejected' && String(each.reason))).toEqual(
    Array(3).fill('Error: attempt 1'),
  );
  expect(seen).toEqual({ connects: 1, works: 0 });
  expect(await Promise.all([use(), use()])).toEqual([1, 2]);
  expect(seen.connects).toBe(2);
});

test('a failure of work fails nothing else', async () => {
  const link = createLink(() => ({ connect: async () => undefined, disconnect: async () => undefined }));
  const failed = link.use(() => Promise.reject(new Error('refused')));
  const next = link.use(async () => 'done');
  await expect(failed).rejects.toThrow('refused');
  expect(await next).toBe('done');
});
