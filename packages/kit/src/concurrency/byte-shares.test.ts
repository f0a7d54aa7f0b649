import { ByteShares } from './byte-shares.ts';

const never = new AbortController().signal;
const settled = () => new Promise<void>((done) => void setImmediate(done));

/** Takes bytes; tells when it was admitted, and gives back. */
function reading(shares: ByteShares, owner: string, bytes: number, signal = never) {
  const state = { admitted: false, giveBack: () => {} };
  const taken = shares
    .take(owner, bytes, signal)
    .then((giveBack) => Object.assign(state, { admitted: true, giveBack }));
  return { state, taken };
}

test('at most that many bytes are held, and of one owner at most its share', async () => {
  const shares = new ByteShares({ maxBytes: 100, maxShareBytes: 60, maxWaiting: 9 });
  const all = [
    reading(shares, 'a', 40),
    reading(shares, 'a', 40),
    reading(shares, 'b', 60),
    reading(shares, 'c', 10),
  ].map(({ state }) => state);
  await settled();
  expect(all.map(({ admitted }) => admitted)).toEqual([true, false, true, false]);
  all[0]!.giveBack();
  await settled();
  expect(all.map(({ admitted }) => admitted)).toEqual([true, true, true, false]);
  all[2]!.giveBack();
  await settled();
  expect(all[3]!.admitted).toBe(true);
});

test('more bytes than a share wait for the whole share', async () => {
  const shares = new ByteShares({ maxBytes: 100, maxShareBytes: 60, maxWaiting: 9 });
  await reading(shares, 'a', 1_000).taken;
  const next = reading(shares, 'a', 1);
  await settled();
  expect(next.state.admitted).toBe(false);
});

test('a request that is not waited for any more leaves the queue', async () => {
  const shares = new ByteShares({ maxBytes: 10, maxShareBytes: 10, maxWaiting: 1 });
  const first = reading(shares, 'a', 10);
  await first.taken;
  const abort = new AbortController();
  const gone = reading(shares, 'a', 10, abort.signal);
  await settled();
  expect(() => shares.refuseWhenFull('a')).toThrow(
    expect.objectContaining({ code: 'RATE_LIMITED', retryAfter: 5, details: { reason: 'ANSWERS_IN_FLIGHT' } }),
  );
  expect(() => shares.refuseWhenFull('b')).not.toThrow();
  abort.abort(new Error('gone'));
  await expect(gone.taken).rejects.toThrow('gone');
  expect(() => shares.refuseWhenFull('a')).not.toThrow();
});

test('too many requests of an owner are its limit, too many of all owners are an overload', async () => {
  const shares = new ByteShares({ maxBytes: 10, maxShareBytes: 10, maxWaiting: 1 });
  await reading(shares, 'a', 10).taken;
  for (const owner of ['a', 'b', 'c', 'd']) reading(shares, owner, 10);
  await settled();
  const refusal = (code: string) =>
    expect.objectContaining({ code, retryAfter: 5, details: { reason: 'ANSWERS_IN_FLIGHT' } });
  expect(() => shares.refuseWhenFull('a')).toThrow(refusal('RATE_LIMITED'));
  expect(() => shares.refuseWhenFull('e')).toThrow(refusal('UNAVAILABLE'));
});
