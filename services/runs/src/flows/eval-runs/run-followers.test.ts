import { News } from './run-followers.ts';

/** Lets all pending microtasks run. */
async function turn(): Promise<void> {
  for (let i = 0; i < 2; i++) await new Promise(process.nextTick);
}

test('a follower is woken by changes of its run and not by those of others', async () => {
  const news = new News();
  let looks = 0;
  const waiting = news.watch('mine', 10_000, async () => (++looks === 2 ? 'it' : undefined));
  await turn();
  for (let i = 0; i < 5; i++) news.ring('other');
  await turn();
  expect(looks).toBe(1);
  news.ring('mine');
  await turn();
  expect(looks).toBe(2);
  expect(await waiting).toBe('it');
});

test('a stop ends every wait, and later waits end at once', async () => {
  const news = new News();
  const look = async () => undefined;
  const waiting = [news.watch('a', 60_000, look), news.watch('a', 60_000, look), news.watch('b', 60_000, look)];
  news.stop();
  expect(await Promise.all([...waiting, news.watch('c', 60_000, look)])).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
