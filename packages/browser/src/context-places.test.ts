import { ContextPlaces } from './context-places.ts';

const never = new AbortController().signal;

test('organizations that wait take turns', async () => {
  const places = new ContextPlaces(1);
  let release = await places.take('a', never);
  const begun: string[] = [];
  const taken = ['a1', 'a2', 'a3', 'b1', 'c1'].map(async (name) => {
    const mine = await places.take(name[0]!, never);
    begun.push(name);
    release = mine;
  });
  for (let i = 0; i < taken.length; i++) {
    release();
    await new Promise(setImmediate);
  }
  await Promise.all(taken);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
});

test('a place that is given back twice counts once', async () => {
  const places = new ContextPlaces(1);
  const release = await places.take('a', never);
  release();
  release();
  await places.take('a', never);
  let isTaken = false;
  void places.take('a', never).then(() => (isTaken = true));
  await new Promise(setImmediate);
  expect(isTaken).toBe(false);
});

test('a caller that leaves the queue gives its turn to the next', async () => {
  const places = new ContextPlaces(1);
  const release = await places.take('a', never);
  const leaving = new AbortController();
  const left = places.take('a', leaving.signal);
  const next = places.take('a', never);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  release();
  await next;
  await expect(places.take('a', AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
});
