import type { LookupAddress } from 'node:dns';
import { boundedResolver } from './resolve.ts';

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
  await expect(boundedResolver(resolve, 20, 3)('tarpit.example')).rejects.toMatchObject({
    code: 'ETIMEOUT',
    message: expect.stringContaining('tarpit.example') as string,
  });
});

test('lookups in flight stay within the limit, and the next begins when one ends', async () => {
  const { resolve, asked, answer, fail } = slowSystem();
  const lookUp = boundedResolver(resolve, 60_000, 2);
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
  const lookUp = boundedResolver(resolve, 60_000, 2);
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
  const lookUp = boundedResolver(
    (name) => (name === 'wanted' ? (asked.push(name), Promise.resolve(ADDRESS)) : resolve(name)),
    20,
    1,
  );
  const [stuck, given] = await Promise.allSettled([lookUp('stuck'), lookUp('given-up')]);
  expect([stuck.status, given.status]).toEqual(['rejected', 'rejected']);
  answer('stuck');
  expect(await lookUp('wanted')).toEqual(ADDRESS);
  expect(asked).toEqual(['stuck', 'wanted']);
});
