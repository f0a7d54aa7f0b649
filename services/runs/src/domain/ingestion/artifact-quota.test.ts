import { artifactQuotaProblem } from './artifact-quota.ts';

const quota = { artifacts: 3, bytes: 100 };

test.each<[string, { artifacts: number; bytes: number }, number]>([
  ['the first artifact', { artifacts: 0, bytes: 0 }, 100],
  ['the last artifact', { artifacts: 2, bytes: 90 }, 10],
])('%s is within the quota', (_, used, bytes) =>
  expect(artifactQuotaProblem({ ...used, freeInMs: 0 }, quota, { bytes })).toBeUndefined(),
);

test.each<[string, { artifacts: number; bytes: number }, number, object]>([
  ['one artifact too many', { artifacts: 3, bytes: 3 }, 1, { limit: 'artifacts', allowedValue: 3, currentValue: 3 }],
  ['a byte too many', { artifacts: 1, bytes: 90 }, 11, { limit: 'artifactBytes', allowedValue: 100, currentValue: 90 }],
])('%s is refused with its limit', (_, used, bytes, details) =>
  expect(artifactQuotaProblem({ ...used, freeInMs: 5_000 }, quota, { bytes })).toMatchObject({
    code: 'RATE_LIMITED',
    retryAfter: 5,
    details: { ...details, period: 'day', retryAfterMs: 5_000 },
  }),
);
