import { RunFollowers } from './run-followers.ts';

/** Lets all pending microtasks run. */
async function turn(): Promise<void> {
  for (let i = 0; i < 2; i++) await new Promise(process.nextTick);
}

test('a follower is woken by changes of its run and not by those of others', async () => {
  const followers = new RunFollowers();
  let looks = 0;
  const waiting = followers.waitFor('mine', 10_000, async () => (++looks === 2 ? 'it' : undefined));
  await turn();
  for (let i = 0; i < 5; i++) followers.wake('other');
  await turn();
  expect(looks).toBe(1);
  followers.wake('mine');
  await turn();
  expect(looks).toBe(2);
  expect(await waiting).toBe('it');
});

test('a stop ends every wait, and later waits end at once', async () => {
  const followers = new RunFollowers();
  const look = async () => undefined;
  const waiting = [
    followers.waitFor('a', 60_000, look),
    followers.waitFor('a', 60_000, look),
    followers.waitFor('b', 60_000, look),
  ];
  followers.stop();
  expect(await Promise.all([...waiting, followers.waitFor('c', 60_000, look)])).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
