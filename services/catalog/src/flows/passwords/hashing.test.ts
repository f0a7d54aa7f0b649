import { hashedPassword, isPassword, MAX_WAITING } from './hashing.ts';

const MALFORMED = 'not a hash';

test('a full queue of passwords refuses strangers at once, and known people later', async () => {
  // A malformed hash fails when its turn comes, which costs no time.
  const attempts = (count: number, sender: 'stranger' | 'known') =>
    Array.from({ length: count }, () => isPassword('x', MALFORMED, sender).catch((error: unknown) => error));
  const [taken, strangers] = [attempts(2 + MAX_WAITING, 'stranger'), attempts(1, 'stranger')];
  const hashing = hashedPassword('x').catch((error: unknown) => error);
  const [known, tooMany] = [attempts(16, 'known'), attempts(1, 'known')];
  for (const answer of await Promise.all([...strangers, hashing, ...tooMany]))
    expect(answer).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 });
  for (const answer of await Promise.all([...taken, ...known])) expect(answer).toBeInstanceOf(TypeError);
  await expect(isPassword('x', MALFORMED)).rejects.toThrow(TypeError);
});
