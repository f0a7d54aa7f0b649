import { remember } from './remember.ts';

interface Answer { value: string; good: boolean }

function memory(max = 10) {
  let now = 1;
  let fail = false;
  const looked: string[] = [];
  const answerOf = remember<Answer>(async (key) => {
    const value = `${key}${looked.push(key)}`;
    await Promise.resolve();
    if (fail) throw new Error('away');
    return { value, good: !key.startsWith('bad') };
  }, { max, ttlMs: ({ good }) => (good ? 100 : 10), now: () => now });
  return {
    looked, get: async (key: string) => (await answerOf(key)).value, raw: answerOf,
    advance: (ms: number) => { now += ms; }, failing: (value: boolean) => { fail = value; },
  };
}

test('an answer is good for its own time and no longer', async () => {
  const { get, advance } = memory();
  expect([await get('a'), await get('bad')]).toEqual(['a1', 'bad2']);
  advance(9);
  expect([await get('a'), await get('bad')]).toEqual(['a1', 'bad2']);
  advance(2);
  expect([await get('a'), await get('bad')]).toEqual(['a1', 'bad3']);
  advance(100);
  expect(await get('a')).toBe('a4');
});

test('who asks at the same time shares one look-up', async () => {
  const { get, looked } = memory();
  expect(await Promise.all(['a', 'a', 'b', 'a'].map(get))).toEqual(['a1', 'a1', 'b2', 'a1']);
  expect(looked).toEqual(['a', 'b']);
});

test('an answer at hand needs no promise', async () => {
  const { get, raw } = memory();
  await get('a');
  expect(raw('a')).toEqual({ value: 'a1', good: true });
});

test('a failure reaches all who wait and is not remembered', async () => {
  const { get, failing } = memory();
  failing(true);
  expect(await Promise.allSettled([get('a'), get('a')])).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  failing(false);
  expect(await get('a')).toBe('a2');
});

test('what was not asked for longest goes first', async () => {
  const { get, looked } = memory(2);
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key);
  expect(looked).toEqual(['a', 'b', 'c', 'b']);
});

test('a look-up that is pushed out while it runs still answers', async () => {
  const { get } = memory(1);
  expect(await Promise.all(['a', 'b', 'c'].map(get))).toEqual(['a1', 'b2', 'c3']);
});
