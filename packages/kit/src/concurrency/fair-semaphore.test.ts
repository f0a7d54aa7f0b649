import { FairSemaphore } from './fair-semaphore.ts';

const NEVER = new AbortController().signal;
const settled = () =>
  new Promise<void>((done) => {
    setImmediate(done);
  });

/** Begins work that goes on until `end` is called with its name. */
function fixture(places: number) {
  const [semaphore, begun, ends] = [new FairSemaphore(places), [] as string[], new Map<string, () => void>()];
  return {
    begun,
    begin: (owner: string, group: string, name: string, signal = NEVER) =>
      semaphore.run(owner, group, signal, () => {
        begun.push(name);
        return new Promise<void>((end) => ends.set(name, end));
      }),
    end: async (name: string) => {
      ends.get(name)!();
      await settled();
    },
  };
}

test('groups of an owner take turns, however many pieces of work a group has', async () => {
  const { begun, begin, end } = fixture(2);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void begin('org', 'a', name);
  void begin('org', 'b', 'b1');
  await settled();
  expect(begun).toEqual(['a1', 'a2']);
  await end('a1');
  await end('a2');
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1']);
  await end('b1');
  await end('a3');
  expect(begun.slice(4)).toEqual(['a4', 'a5']);
});

test('owners share the places in equal parts, and one alone has all of them', async () => {
  const { begun, begin, end } = fixture(4);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void begin('a', 'run', name);
  for (const name of ['b1', 'b2', 'b3']) void begin('b', 'run', name);
  await settled();
  expect(begun).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2']);
  for (const name of ['b1', 'b2', 'a1', 'a2']) await end(name);
  expect(begun.slice(6)).toEqual(['b3']);
  await end('b3');
  expect(begun.slice(7)).toEqual(['a5']);
});

test('work that is given up while it waits does not begin, and keeps no other waiting', async () => {
  const { begun, begin, end } = fixture(1);
  const gone = new AbortController();
  void begin('org', 'a', 'a1');
  const given = begin('org', 'b', 'b1', gone.signal);
  void begin('org', 'c', 'c1');
  gone.abort(new Error('given up'));
  await expect(given).rejects.toThrow('given up');
  await end('a1');
  expect(begun).toEqual(['a1', 'c1']);
});
