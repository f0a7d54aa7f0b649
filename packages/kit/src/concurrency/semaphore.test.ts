import { runInFlight } from '../requests/in-flight.ts';
import { Semaphore } from './semaphore.ts';

/** Work that goes on until it is told to end. */
function piece(begun: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return {
    work: () => {
      begun.push(name);
      return promise;
    },
    end: () => resolve(name),
    fail: () => reject(new Error(name)),
  };
}

const settled = () =>
  new Promise<void>((done) => {
    setImmediate(done);
  });

test('at most that many pieces of work go on at once, the others wait in order of arrival', async () => {
  const [semaphore, begun] = [new Semaphore(2), [] as string[]];
  const pieces = ['a', 'b', 'c', 'd'].map((name) => piece(begun, name));
  const all = Promise.allSettled(pieces.map(({ work }) => semaphore.run(work)));
  await settled();
  expect([begun, semaphore.waiting]).toEqual([['a', 'b'], 2]);
  pieces[1]!.fail();
  await settled();
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const each of [pieces[0]!, pieces[2]!, pieces[3]!]) each.end();
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
});

test('work whose caller has gone by its turn does not begin', async () => {
  const [semaphore, begun, gone] = [new Semaphore(1), [] as string[], new AbortController()];
  const [first, given, last] = ['first', 'given up', 'last'].map((name) => piece(begun, name));
  const running = semaphore.run(first!.work);
  const abandoned = runInFlight({ caller: undefined, method: '', deadline: 0, signal: gone.signal }, () =>
    semaphore.run(given!.work),
  );
  const after = semaphore.run(last!.work);
  gone.abort();
  first!.end();
  last!.end();
  await expect(abandoned).rejects.toThrow();
  expect([await running, await after, begun]).toEqual(['first', 'last', ['first', 'last']]);
});
