import { Problem } from '@assay/contract/problem';
import { credentialLookup } from './credential-lookup.ts';
import { localBuckets } from '../limits/local-buckets.ts';

const refused = new Problem('UNAUTHORIZED', 'No.');
const orphaned = new Problem('UNAUTHORIZED', 'Gone.', { reason: 'ORPHANED_KEY' });

/** A lookup that allows three bad credentials from one network, then one in a minute. */
function door({ braked = true } = {}) {
  const looked: string[] = [];
  const find = credentialLookup(
    async (hash) => {
      looked.push(hash.toString('base64'));
      const answer = answers.shift() ?? refused;
      if (typeof answer !== 'string') throw answer;
      return answer;
    },
    {
      accessVersion: () => 1,
      ttlMs: () => 60_000,
      guesses: braked ? localBuckets({ perMinute: 1, burst: 3 }, 'of this test') : undefined,
      now: () => 1,
    },
  );
  const answers: (string | Error)[] = [];
  const enter = (secret: string, network = 'home') =>
    find(secret, () => network).then(
      ({ who, refusal }) => who ?? refusal.message,
      (error: Problem) => error.code ?? error.message,
    );
  return {
    looked,
    enter,
    answer: (...next: (string | Error)[]) => {
      answers.push(...next);
    },
  };
}

const guess = async (enter: (secret: string, network?: string) => Promise<string>, count: number, network?: string) => {
  const got: string[] = [];
  for (let i = 0; i < count; i++) got.push(await enter(`guess ${i}`, network));
  return got;
};

test('a credential is looked up once, by its SHA-256', async () => {
  const { looked, enter, answer } = door();
  answer('ada');
  expect([await enter('abc'), await enter('abc')]).toEqual(['ada', 'ada']);
  expect(looked).toEqual(['ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=']);
});

test('a guessing network is limited, except for cached credentials from there', async () => {
  const { looked, enter, answer } = door();
  answer('ada');
  await enter('known');
  expect(await guess(enter, 5)).toEqual(['No.', 'No.', 'No.', 'RATE_LIMITED', 'RATE_LIMITED']);
  expect(looked).toHaveLength(4);
  answer('bob');
  expect([await enter('known'), await enter('fresh'), await enter('fresh', 'elsewhere')]).toEqual([
    'ada',
    'RATE_LIMITED',
    'bob',
  ]);
});

test('a repeated bad credential counts as guesses', async () => {
  const { looked, enter } = door();
  const got: string[] = [];
  for (let i = 0; i < 5; i++) got.push(await enter('bad'));
  expect([got, looked.length]).toEqual([['No.', 'No.', 'No.', 'RATE_LIMITED', 'RATE_LIMITED'], 1]);
});

test('an orphaned key does not count as a guess', async () => {
  const { enter, answer } = door();
  answer(...Array.from({ length: 5 }, () => orphaned));
  expect(await guess(enter, 5)).toEqual(['Gone.', 'Gone.', 'Gone.', 'Gone.', 'Gone.']);
});

test('no network is limited when limits are off', async () => {
  const { enter } = door({ braked: false });
  expect(await guess(enter, 5)).toEqual(['No.', 'No.', 'No.', 'No.', 'No.']);
});

test('a failed look-up is neither a refusal nor a guess', async () => {
  const { enter, answer } = door();
  answer(...Array.from({ length: 5 }, () => new Error('away')));
  expect(await guess(enter, 5)).toEqual(['away', 'away', 'away', 'away', 'away']);
  expect(await guess(enter, 4)).toEqual(['No.', 'No.', 'No.', 'RATE_LIMITED']);
});
