import type { LookupAddress } from 'node:dns';
import { waitUntil } from '@assay/testkit/until';
import { boundedResolver, hostsOf, resolveBySystem, type ResolveHost } from './resolve.ts';

const LONG = { waitMs: 60_000, atOnce: 3, perShare: 3, failedMs: 5_000 };
/** The resolver as one organization uses it. */
const one = (lookUp: ResolveHost) => (hostname: string) => lookUp(hostname, 'one');
const ADDRESS: LookupAddress[] = [{ address: '127.0.0.1', family: 4 }];

/** A resolver whose lookups wait until the test answers them, with the names that were looked up. */
function slowSystem() {
  const open = new Map<string, PromiseWithResolvers<LookupAddress[]>>();
  const asked: string[] = [];
  const resolve = (hostname: string) => {
    asked.push(hostname);
    open.set(hostname, Promise.withResolvers());
    return open.get(hostname)!.promise;
  };
  return {
    resolve,
    asked,
    answer: (hostname: string) => open.get(hostname)!.resolve(ADDRESS),
    fail: (hostname: string) => open.get(hostname)!.reject(new Error('ENOTFOUND')),
  };
}

test('a lookup that never ends fails after the timeout and names the host', async () => {
  const { resolve } = slowSystem();
  await expect(
    boundedResolver(resolve, { waitMs: 20, atOnce: 3, perShare: 3, failedMs: 0 })('tarpit.example', 'a'),
  ).rejects.toMatchObject({
    code: 'ETIMEOUT',
    message: expect.stringContaining('tarpit.example') as string,
  });
});

test('lookups in flight stay within the limit, and the next begins when one ends', async () => {
  const { resolve, asked, answer, fail } = slowSystem();
  const lookUp = one(boundedResolver(resolve, { ...LONG, atOnce: 3 }));
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => lookUp(name));
  expect(asked).toEqual(['a', 'b']);
  answer('b');
  expect(await b).toEqual(ADDRESS);
  expect(asked).toEqual(['a', 'b', 'c']);
  fail('a');
  await expect(a).rejects.toThrow('ENOTFOUND');
  expect(asked).toEqual(['a', 'b', 'c', 'd']);
  answer('c');
  answer('d');
  expect(await Promise.all([c, d])).toEqual([ADDRESS, ADDRESS]);
});

test('concurrent lookups of one name share one execution, and a later lookup starts anew', async () => {
  const { resolve, asked, answer } = slowSystem();
  const lookUp = one(boundedResolver(resolve, LONG));
  const together = [lookUp('a'), lookUp('a'), lookUp('a')];
  answer('a');
  expect(await Promise.all(together)).toEqual([ADDRESS, ADDRESS, ADDRESS]);
  expect(asked).toEqual(['a']);
  const later = lookUp('a');
  answer('a');
  await later;
  expect(asked).toEqual(['a', 'a']);
});

test('a queued lookup is dropped when all its callers have given up', async () => {
  const { resolve, asked, answer } = slowSystem();
  const lookUp = one(
    boundedResolver((name) => (name === 'wanted' ? (asked.push(name), Promise.resolve(ADDRESS)) : resolve(name)), {
      waitMs: 20,
      atOnce: 1,
      perShare: 1,
      failedMs: 0,
    }),
  );
  const [stuck, given] = await Promise.allSettled([lookUp('stuck'), lookUp('given-up')]);
  expect([stuck.status, given.status]).toEqual(['rejected', 'rejected']);
  answer('stuck');
  expect(await lookUp('wanted')).toEqual(ADDRESS);
  expect(asked).toEqual(['stuck', 'wanted']);
});

test('names of one organization that are never answered delay no other, and shares take turns', async () => {
  const { resolve, asked, answer } = slowSystem();
  const lookUp = boundedResolver(resolve, LONG);
  const tarpits = Array.from({ length: 20 }, (_, i) => lookUp(`tarpit-${i}`, 'hostile'));
  expect(asked).toEqual(['tarpit-0', 'tarpit-1']);
  const honest = ['a', 'b'].map((name) => lookUp(name, 'honest'));
  expect(asked).toEqual(['tarpit-0', 'tarpit-1', 'a']);
  answer('a');
  await honest[0];
  expect(asked.slice(3)).toEqual(['b']);
  const third = lookUp('c', 'third');
  answer('b');
  await honest[1];
  answer('c');
  expect(await third).toEqual(ADDRESS);
  expect(asked.filter((name) => name.startsWith('tarpit'))).toHaveLength(2);
  for (const [i, tarpit] of tarpits.entries()) {
    answer(`tarpit-${i}`);
    await tarpit;
  }
});

test.each([
  ['remembered for its organization', 60_000, ['a', 'a']],
  ['repeated once its time is over', 0, ['a', 'a', 'a']],
])('a failed lookup is %s', async (_, failedMs, lookups) => {
  const { resolve, asked, fail } = slowSystem();
  const lookUp = boundedResolver(resolve, { ...LONG, failedMs });
  for (const share of ['one', 'one', 'two']) {
    const found = lookUp('a', share);
    fail('a');
    await expect(found).rejects.toThrow('ENOTFOUND');
  }
  expect(asked).toEqual(lookups);
});

test('two organizations whose names are never answered do not fill the resolver', async () => {
  const { resolve, asked, answer } = slowSystem();
  const lookUp = boundedResolver(resolve, { ...LONG, atOnce: 6, perShare: 2 });
  const names = ['one', 'two'].flatMap((share) =>
    Array.from({ length: 10 }, (_, at) => ({ share, name: `${share}-${at}` })),
  );
  const tarpits = names.map(({ share, name }) => lookUp(name, share));
  expect(asked).toEqual(['one-0', 'one-1', 'two-0', 'two-1']);
  const honest = ['a', 'b'].map((name) => lookUp(name, 'honest'));
  expect(asked.slice(4)).toEqual(['a']);
  answer('a');
  await honest[0];
  expect(asked.slice(5)).toEqual(['b']);
  answer('b');
  expect(await honest[1]).toEqual(ADDRESS);
  // A lookup that is given up keeps its timer, and the timer keeps the worker of the tests.
  for (const { name } of names) {
    await waitUntil(() => asked.includes(name));
    answer(name);
  }
  expect(await Promise.all(tarpits)).toEqual(names.map(() => ADDRESS));
});

test('the names of a hosts file are known, without its comments', () =>
  expect([
    ...hostsOf('127.0.0.1 localhost Printer.lan # office.example\n# ::1 gone.example\n\n::1\tsix.example'),
  ]).toEqual(['localhost', 'printer.lan', 'six.example']));

test.each(['localhost', 'LOCALHOST'])('%s is resolved by the system', async (name) =>
  expect(await resolveBySystem(name, 'a')).toContainEqual(ADDRESS[0]),
);
