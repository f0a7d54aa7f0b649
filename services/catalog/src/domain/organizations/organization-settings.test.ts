import {
  boundedLimits,
  ceilingFault,
  changedSettings,
  installationSettings,
  settingsInForce,
  shownSettings,
  type OwnSettings,
} from './organization-settings.ts';

const installation = installationSettings(
  { requestsPerMinute: 60, requestBurst: 10, concurrentRuns: 2, runMinutes: 20, queueMinutes: 1_440, repetitions: 10 },
  { runs: 0, traces: 0, sessions: 0, audit: 0 },
);
const ceilings = {
  requestsPerMinute: 100,
  requestBurst: 50,
  concurrentRuns: 5,
  runMinutes: 60,
  queueMinutes: 10_080,
  repetitions: 100,
};
const nothing: OwnSettings = { features: {}, limits: {}, retention: {}, servers: {} };
const some: OwnSettings = {
  features: { swarms: false },
  limits: { requestBurst: 5, brakes: { launches: { perMinute: 1, perDay: 2 } } },
  retention: { runsDays: 30 },
  servers: { commandsNeedAdmin: true },
};

test.each<[string, OwnSettings, Parameters<typeof changedSettings>[1], OwnSettings]>([
  [
    'a first value is kept',
    nothing,
    { features: { swarms: false } },
    { features: { swarms: false }, limits: {}, retention: {}, servers: {} },
  ],
  [
    'an absent limit keeps its value',
    some,
    { limits: { concurrentRuns: 7 } },
    { ...some, limits: { ...some.limits, concurrentRuns: 7 } },
  ],
  [
    'a part of a brake leaves the other one',
    some,
    { limits: { brakes: { launches: { perDay: 9 } } } },
    { ...some, limits: { requestBurst: 5, brakes: { launches: { perMinute: 1, perDay: 9 } } } },
  ],
  [
    'one brake leaves the others',
    some,
    { limits: { brakes: { insights: { perDay: 9 } } } },
    {
      ...some,
      limits: { requestBurst: 5, brakes: { launches: { perMinute: 1, perDay: 2 }, insights: { perDay: 9 } } },
    },
  ],
  [
    'null takes a value back',
    some,
    {
      features: { swarms: null },
      limits: { requestBurst: null, brakes: { launches: { perMinute: null } } },
      retention: { runsDays: null },
      servers: { commandsNeedAdmin: null },
    },
    { features: {}, limits: { brakes: { launches: { perDay: 2 } } }, retention: {}, servers: {} },
  ],
  ['null takes back what was never set', nothing, { retention: { auditDays: null } }, nothing],
])('%s', (_, own, patch, expected) => expect(changedSettings(own, patch)).toEqual(expected));

test('a change makes a new value and leaves the original unchanged', () => {
  const before = structuredClone(some);
  changedSettings(some, { limits: { brakes: { launches: { perDay: null } } } });
  expect(some).toEqual(before);
});

test("an unset setting has the installation's value", () => {
  expect(settingsInForce(nothing, installation, ceilings)).toEqual(installation);
  expect(settingsInForce(some, installation, ceilings)).toMatchObject({
    features: { swarms: false, userTesting: true },
    retention: { runsDays: 30, auditDays: null },
    limits: {
      requestsPerMinute: 60,
      requestBurst: 5,
      concurrentRuns: 2,
      brakes: { launches: { perMinute: 1, perDay: 2 }, insights: installation.limits.brakes.insights },
    },
  });
});

test("each value is marked as the installation's or the organization's, also when both are equal", () => {
  expect(
    shownSettings(
      { ...some, limits: { requestsPerMinute: 60, brakes: { launches: { perDay: 2 } } } },
      installation,
      ceilings,
    ),
  ).toMatchObject({
    features: { swarms: { value: false, isDefault: false }, userTesting: { value: true, isDefault: true } },
    limits: {
      requestsPerMinute: { value: 60, isDefault: false },
      requestBurst: { value: 10, isDefault: true },
      brakes: {
        launches: { perMinute: { isDefault: true }, perDay: { value: 2, isDefault: false } },
        insights: { perDay: { isDefault: true } },
      },
    },
    retention: { runsDays: { value: 30, isDefault: false }, auditDays: { value: null, isDefault: true } },
  });
});

test('a limit that was set before the operator lowered the ceiling is bounded by the ceiling', () => {
  const own: OwnSettings = {
    ...some,
    limits: { requestsPerMinute: 600, requestBurst: 50, brakes: { launches: { perDay: 2 } } },
  };
  expect(settingsInForce(own, installation, ceilings).limits).toMatchObject({
    requestsPerMinute: 100,
    requestBurst: 50,
    concurrentRuns: 2,
    brakes: { launches: { perDay: 2 } },
  });
  expect(shownSettings(own, installation, ceilings).limits).toMatchObject({
    requestsPerMinute: { value: 100, isDefault: false },
    requestBurst: { value: 50 },
  });
  expect(
    [{ concurrentRuns: 6 }, { concurrentRuns: 4 }, { concurrentRuns: undefined }].map(
      (limits) => boundedLimits(limits, ceilings).concurrentRuns,
    ),
  ).toEqual([5, 4, undefined]);
});

test.each<[string, Parameters<typeof ceilingFault>[0], string | undefined]>([
  ['at the ceiling', { limits: { requestsPerMinute: 100, requestBurst: 50, concurrentRuns: 5 } }, undefined],
  ['beyond it in requests', { limits: { requestsPerMinute: 101 } }, '/limits/requestsPerMinute'],
  ['beyond it at once', { limits: { requestsPerMinute: 1, requestBurst: 51 } }, '/limits/requestBurst'],
  ['beyond it in runs', { limits: { concurrentRuns: 6 } }, '/limits/concurrentRuns'],
  ['beyond it in minutes', { limits: { runMinutes: 61 } }, '/limits/runMinutes'],
  ['taken back', { limits: { concurrentRuns: null } }, undefined],
  ['not named', { features: { swarms: true } }, undefined],
])('a limit %s', (_, patch, path) => expect(ceilingFault(patch, ceilings)?.path).toBe(path));
