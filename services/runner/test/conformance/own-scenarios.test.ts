import type { ConformanceSuite } from '@assay/contract/areas/conformance/check';
import type { ScenarioResult } from '@assay/contract/areas/conformance/work';
import { playScenarios } from '../../src/handlers/conformance/play-scenarios.ts';
import { OWN_SCENARIOS } from '../../src/domain/conformance/own-scenarios.ts';
import type { ScenarioFacts } from '../../src/domain/conformance/protocol-scenario.ts';
import { strictServer } from '../support/strict-server.ts';

const SUITES: ConformanceSuite[] = ['protocol', 'apps', 'tasks'];
type Variant = Pick<ScenarioFacts, 'transport' | 'revision'>;
const VARIANTS: Variant[] = (['http', 'stdio'] as const).flatMap((transport) =>
  ['2026-07-28', '2025-11-25'].map((revision) => ({ transport, revision })),
);

const played = (variant: Variant, fault?: string): Promise<ScenarioResult[]> =>
  playScenarios({ ...strictServer(variant, fault), until: Infinity }, SUITES);
const isAmiss = ({ status, checks }: ScenarioResult) =>
  status !== 'notApplicable' && checks.some((check) => check.status !== 'SUCCESS');
const namesOf = (results: ScenarioResult[]) => results.map(({ scenario }) => scenario);

test.each([...VARIANTS, { transport: 'http', revision: '2025-03-26' } as const])(
  'a server that keeps every rule passes every scenario that applies over $transport in $revision',
  async (variant) => {
    const results = await played(variant);
    expect(namesOf(results)).toEqual(OWN_SCENARIOS.map(({ id }) => id));
    expect(results.filter((result) => isAmiss(result) || result.status === 'couldNotRun')).toEqual([]);
    expect(results.filter(({ status }) => status === 'notApplicable').every(({ reason }) => reason)).toBe(true);
  },
);

test.each(OWN_SCENARIOS.map(({ id }) => id))('a server that breaks only the rule of %s fails it alone', async (id) => {
  const found = await Promise.all(VARIANTS.map(async (variant) => (await played(variant, id)).filter(isAmiss)));
  const amiss = found.filter((results) => results.length > 0);
  expect(amiss.map(namesOf)).toEqual(amiss.map(() => [id]));
  expect(amiss.length).toBeGreaterThan(0);
  const [{ checks }] = amiss[0] as [ScenarioResult];
  // A rule about what is declared needs no request.
  const exchanges = [{ sent: expect.anything(), answer: expect.anything() }];
  if (id === 'assay/app-address') exchanges.pop();
  expect(checks).toMatchObject([
    {
      id,
      errorMessage: expect.any(String),
      specReferences: [{ url: expect.stringMatching(/^https:/) }],
      details: { exchanges: expect.arrayContaining(exchanges) },
    },
  ]);
});

test('a busy server is not blamed, and a server without lists is tested as far as possible', async () => {
  const server = strictServer(VARIANTS[0]!);
  const busy = { send: async () => ({ status: 429, headers: {}, messages: [], text: '' }) };
  const wire = { ...(await server.open()), ...busy };
  const results = await playScenarios({ ...server, open: async () => wire, until: Infinity }, ['protocol']);
  expect(results.filter(isAmiss)).toEqual([]);
  const unread = { ...server, facts: { ...server.facts, surface: undefined }, until: Infinity };
  const statuses = (await playScenarios(unread, ['protocol'])).map(({ status }) => status);
  expect([statuses.includes('couldNotRun'), statuses.includes(undefined)]).toEqual([true, true]);
});

test('no scenario is begun after the time, or in a revision that the server does not speak', async () => {
  const server = { ...strictServer(VARIANTS[0]!), until: -1 };
  const late = await playScenarios(server, ['tasks', 'apps']);
  expect(new Set(late.map(({ status }) => status))).toEqual(new Set(['notApplicable', 'couldNotRun']));
  const unspoken = await playScenarios({ ...server, unspoken: 'It speaks another.' }, ['apps']);
  expect(unspoken[0]).toMatchObject({ status: 'notApplicable', reason: 'It speaks another.' });
});
