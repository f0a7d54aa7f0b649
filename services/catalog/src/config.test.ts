import { loadConfig } from './config.ts';

const env = {
  MESH_SECRET: 'a-mesh-secret-of-this-test',
  DATABASE_URL: 'postgres://x',
  BUS_DATABASE_URL: 'postgres://x',
  KEY_ENCRYPTION_KEY: '0'.repeat(64),
};

test.each([
  ['MAX_CONCURRENT_RUNS', 'MAX_CONCURRENT_RUNS_CEILING', 'concurrentRuns', 100],
  ['MAX_RUN_MINUTES', 'MAX_RUN_MINUTES_CEILING', 'runMinutes', 1_440],
  ['MAX_QUEUE_MINUTES', 'MAX_QUEUE_MINUTES_CEILING', 'queueMinutes', 10_080],
  ['MAX_REPETITIONS', 'MAX_REPETITIONS_CEILING', 'repetitions', 100],
  ['RATE_LIMIT_PER_MINUTE', 'RATE_LIMIT_MAX_PER_MINUTE', 'requestsPerMinute', 6_000],
  ['RATE_LIMIT_BURST', 'RATE_LIMIT_MAX_BURST', 'requestBurst', 600],
] as const)('%s is at most %s', (limit, ceiling, name, usual) => {
  const ceilingOf = (more: Record<string, string>) => loadConfig({ ...env, ...more }).ceilings[name];
  expect([ceilingOf({}), ceilingOf({ [limit]: '20000' }), ceilingOf({ [limit]: '9', [ceiling]: '9' })]).toEqual([
    usual,
    20_000,
    9,
  ]);
  const faults = [`${limit}, 9, must be at most ${ceiling}, 8`];
  expect(() => ceilingOf({ [limit]: '9', [ceiling]: '8' })).toThrow(expect.objectContaining({ faults }));
  expect(loadConfig({ ...env, [ceiling]: '1' }).installation.limits[name]).toBe(1);
});

test.each([
  'MAX_CONCURRENT_RUNS',
  'MAX_RUN_MINUTES',
  'MAX_QUEUE_MINUTES',
  'MAX_REPETITIONS',
  'MAX_CONCURRENT_RUNS_CEILING',
  'MAX_RUN_MINUTES_CEILING',
  'MAX_QUEUE_MINUTES_CEILING',
  'MAX_REPETITIONS_CEILING',
  'RATE_LIMIT_MAX_PER_MINUTE',
  'RATE_LIMIT_MAX_BURST',
])('%s=0 is refused', (name) =>
  expect(() => loadConfig({ ...env, [name]: '0' })).toThrow(`${name} must be a whole number, at least 1`),
);
