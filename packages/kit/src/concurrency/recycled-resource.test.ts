import { RecycledResource } from './recycled-resource.ts';

class Thing {
  closed = false;
  close(): void {
    this.closed = true;
  }
}

test('a new one is made in time, and the old one stays open for as long as a call uses it', async () => {
  const made: Thing[] = [];
  const renewed = new RecycledResource(() => {
    made.push(new Thing());
    return made.at(-1)!;
  }, 0);
  const long = Promise.withResolvers<void>();
  const using = renewed.use(async () => long.promise);
  await renewed.use(async (thing) => expect(thing).toBe(made[1]));
  expect(made.map(({ closed }) => closed)).toEqual([false, false]);
  long.resolve();
  await using;
  expect(made.map(({ closed }) => closed)).toEqual([true, false]);
  await renewed.use(async () => undefined);
  expect(made.map(({ closed }) => closed)).toEqual([true, true, false]);
  renewed.close();
  expect(made.every(({ closed }) => closed)).toBe(true);
});

test('within its age one thing serves all, and a call that fails gives it back', async () => {
  let made = 0;
  const renewed = new RecycledResource(() => {
    made++;
    return new Thing();
  }, 60_000);
  await expect(
    renewed.use(async () => {
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await renewed.use(async () => undefined);
  expect(made).toBe(1);
});
