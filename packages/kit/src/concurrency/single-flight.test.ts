import { SingleFlight } from './single-flight.ts';

test('callers under one key share the work under way, its answer and its error', async () => {
  const [flights, begun] = [new SingleFlight<number>(), [] as string[]];
  const work = (key: string) => async () => {
    begun.push(key);
    if (key === 'bad') throw new Error('no');
    return begun.length;
  };
  const asked = ['a', 'a', 'bad', 'bad'].map((key) => flights.run(key, work(key)));
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  expect(begun).toEqual(['a', 'bad']);
  await flights.run('a', work('a'));
  expect(begun).toEqual(['a', 'bad', 'a']);
});

test('what was forgotten is not shared, and learns that its answer is not wanted', async () => {
  const flights = new SingleFlight<boolean>();
  const gate = Promise.withResolvers<void>();
  const first = flights.run('a', async (isWanted) => {
    await gate.promise;
    return isWanted();
  });
  flights.forget((key) => key === 'a');
  const second = flights.run('a', async (isWanted) => {
    await gate.promise;
    return isWanted();
  });
  gate.resolve();
  expect(await Promise.all([first, second])).toEqual([false, true]);
});
