import { memoize } from './memoize.ts';

interface Answer {
  value: string;
  good: boolean;
}

function memory(max = 10) {
  let now = 1;
  let fail = false;
  let version: number | undefined = 7;
  const looked: string[] = [];
  const answerOf = memoize<Answer>(
    async (key) => {
      const value = `${key}${looked.push(key)}`;
      await Promise.resolve();
      if (fail) throw new Error('away');
      return { value, good: !key.startsWith('bad') };
    },
    {
      max,
      isCheap: ({ good }) => !good,
      ttlMs: ({ good }) => (good ? 100 : 10),
      version: () => version,
      now: () => now,
    },
  );
  return {
    looked,
    get: async (key: string) => (await answerOf(key)).value,
    raw: answerOf,
    advance: (ms: number) => {
      now += ms;
    },
    failing: (value: boolean) => {
      fail = value;
    },
    enter: (next: number | undefined) => {
      version = next;
    },
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
  expect(await Promise.allSettled([get('a'), get('a')])).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
  failing(false);
  expect(await get('a')).toBe('a2');
});

test('what was not asked for longest goes first', async () => {
  const { get, looked } = memory(2);
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key);
  expect(looked).toEqual(['a', 'b', 'c', 'b']);
});

test('cheap answers push out no others, and each other', async () => {
  const { get, looked } = memory(2);
  for (const key of ['a', 'b', 'bad1', 'bad2', 'bad3', 'a', 'b', 'bad3', 'bad1']) await get(key);
  expect(looked).toEqual(['a', 'b', 'bad1', 'bad2', 'bad3', 'bad1']);
});

describe('a look-up that is held up', () => {
  const holdUp = () => {
    throw new Error('held up');
  };

  test('is one of a key that had no answer yet, or a cheap one that is over', async () => {
    const { raw, advance, looked } = memory();
    expect(() => raw('a', holdUp)).toThrow('held up');
    await raw('bad');
    expect(await raw('bad', holdUp)).toMatchObject({ value: 'bad1' });
    advance(11);
    expect(() => raw('bad', holdUp)).toThrow('held up');
    expect(looked).toEqual(['bad']);
  });

  test('is none of a key that was good once, also in another version or in none', async () => {
    const { raw, enter, advance } = memory();
    await raw('a');
    advance(101);
    expect(await raw('a', holdUp)).toMatchObject({ value: 'a2' });
    enter(8);
    expect(await raw('a', holdUp)).toMatchObject({ value: 'a3' });
    enter(undefined);
    expect(await raw('a', holdUp)).toMatchObject({ value: 'a4' });
  });

  test('is one of a key that was good once and is not any more', async () => {
    let good = true;
    const answerOf = memoize(async () => good, {
      max: 10,
      isCheap: (answer) => !answer,
      ttlMs: () => 0,
      now: () => 1,
    });
    await answerOf('a');
    good = false;
    expect(await answerOf('a', holdUp)).toBe(false);
    expect(() => answerOf('a', holdUp)).toThrow('held up');
  });
});

test('a look-up that is pushed out while it runs still answers', async () => {
  const { get } = memory(1);
  expect(await Promise.all(['a', 'b', 'c'].map(get))).toEqual(['a1', 'b2', 'c3']);
});

test('an answer is good for its version and no longer', async () => {
  const { get, enter } = memory();
  expect(await get('a')).toBe('a1');
  enter(8);
  expect([await get('a'), await get('a')]).toEqual(['a2', 'a2']);
});

test('a look-up that a new version overtakes is neither shared in it nor remembered for it', async () => {
  const { get, enter, looked } = memory();
  const overtaken = get('a');
  enter(8);
  expect(await Promise.all([overtaken, get('a'), get('a')])).toEqual(['a1', 'a2', 'a2']);
  expect(await get('a')).toBe('a2');
  expect(looked).toEqual(['a', 'a']);
});

test('a look-up of an old version that ends late does not take the place of a newer answer', async () => {
  const slow = Promise.withResolvers<string>();
  let version = 1;
  const answers = [slow.promise, Promise.resolve('new')];
  const answerOf = memoize(() => answers.shift()!, { max: 10, ttlMs: () => 100, version: () => version, now: () => 1 });
  const old = answerOf('a');
  version = 2;
  expect(await answerOf('a')).toBe('new');
  slow.resolve('old');
  expect([await old, await answerOf('a')]).toEqual(['old', 'new']);
});

describe('without an version', () => {
  test('nothing is taken from before, and nothing of then is believed afterwards', async () => {
    const { get, enter } = memory();
    await get('a');
    enter(undefined);
    expect(await get('a')).toBe('a2');
    enter(8);
    expect(await get('a')).toBe('a3');
  });

  test('a look-up is shared, and remembered, for half a second from its start', async () => {
    let now = 1;
    const slow = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    let looks = 0;
    const answerOf = memoize(() => slow[looks++]!.promise, {
      max: 10,
      ttlMs: () => 60_000,
      version: () => undefined,
      now: () => now,
    });
    const shared = [answerOf('a'), answerOf('a')];
    now += 499;
    shared.push(answerOf('a'));
    now += 1;
    const later = answerOf('a');
    slow[0]!.resolve('first');
    slow[1]!.resolve('second');
    expect(await Promise.all([...shared, later].map(async (answer) => answer))).toEqual([
      'first',
      'first',
      'first',
      'second',
    ]);
    now += 499;
    expect(answerOf('a')).toBe('second');
    now += 1;
    slow.push(Promise.withResolvers<string>());
    expect(answerOf('a')).toBeInstanceOf(Promise);
    expect(looks).toBe(3);
  });
});

test('an answer is as old as its look-up', async () => {
  let now = 1;
  let looks = 0;
  const answerOf = memoize(
    async () => {
      now += 60;
      return ++looks;
    },
    { max: 10, ttlMs: () => 100, now: () => now },
  );
  expect([await answerOf('a'), await answerOf('a')]).toEqual([1, 1]);
  now += 40;
  expect(await answerOf('a')).toBe(2);
});
