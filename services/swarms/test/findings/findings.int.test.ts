import type { SwarmFinding } from '@assay/contract/areas/journey-runs/findings';
import { operations } from '@assay/contract/operations';
import { bundleOfEnvironment } from '@assay/testkit/bundles-stand-in';
import { mineWave } from '../../src/actions/findings/mine-wave.ts';
import { failedCall, resultOf, RunFixture, toolCall, turn } from '../support/run-fixture.ts';
import { startTestSwarms, type TestSwarms } from '../support/start.ts';

let swarms: TestSwarms;
let runs: RunFixture;
beforeAll(async () => {
  swarms = await startTestSwarms();
  runs = new RunFixture(swarms);
  swarms.neighbours.bundles.environments.set('env_1', bundleOfEnvironment('env_1', 'env_1'));
});
afterAll(() => swarms.stop());

const project = { projectId: 'prj_1' };
const list = async (): Promise<SwarmFinding[]> => (await swarms.call(operations.listSwarmFindings, project)).items;

/** Holds a wave of 10 sessions; in `failing` of them the tool `search` fails, and `track` in two of each wave. */
async function wave(journeyId: string, waveId: string, failing: number): Promise<void> {
  await runs.launch(journeyId, { waveId });
  let count = 0;
  await runs.hold(() => {
    const i = count++;
    const search = i < failing ? failedCall('search', 'out of stock') : toolCall('search');
    const track = i >= 8 ? failedCall('track', 'Invalid arguments: id') : toolCall('track');
    const toolCalls = [search, track, toolCall('say')];
    return resultOf(toolCalls, { turns: [turn(0, toolCalls)] });
  });
  while (await mineWave(swarms.pool));
}

test('findings follow the waves of a project, with evidence, and dismissal leaves their status', async () => {
  const journeyId = await runs.journey({ sessionsPerTarget: 10, rubric: undefined });
  const of = async (id: string) => (await list()).find(({ subject }) => subject.id === id);

  await wave(journeyId, 'W1', 0);
  expect(await of('srv/search')).toBeUndefined();
  expect(await of('srv/track')).toMatchObject({ status: 'new', dimension: 'toolError', detail: 'arguments' });

  await wave(journeyId, 'W2', 8);
  const regressed = (await of('srv/search'))!;
  expect(regressed).toMatchObject({
    status: 'regressed',
    dimension: 'toolError',
    detail: 'serverData',
    subject: { kind: 'tool', label: 'search (everything)' },
    occurrenceCount: 8,
    lastSeenWaveId: 'W2',
  });
  expect(await of('srv/track')).toMatchObject({ status: 'recurring', occurrenceCount: 4 });
  const [evidence] = regressed.evidence!;
  const session = { ...project, runId: evidence!.runId, sessionId: evidence!.sessionId };
  const { items } = await swarms.call(operations.listJourneySessionTurns, session);
  expect(evidence!.excerpt).toBe('search failed: out of stock');
  expect(JSON.stringify(items[evidence!.promptIndex])).toContain('out of stock');

  const finding = { ...project, findingId: regressed.id };
  expect(await swarms.call(operations.dismissSwarmFinding, finding)).toEqual({
    id: regressed.id,
    ...project,
    dismissed: true,
  });
  await wave(journeyId, 'W3', 0);
  const resolved = (await of('srv/search'))!;
  expect(resolved).toMatchObject({ id: regressed.id, status: 'resolved', lastSeenWaveId: 'W2' });
  expect([resolved.resolvedAt, resolved.dismissedAt]).toEqual([expect.any(Number), expect.any(Number)]);
  await swarms.call(operations.undismissSwarmFinding, finding);
  expect((await of('srv/search'))!.dismissedAt).toBeNull();
  await expect(
    swarms.call(operations.dismissSwarmFinding, { ...project, findingId: 'finding_none' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a criterion that a judge finds unmet is a finding about the criterion', async () => {
  const journeyId = await runs.journey({
    sessionsPerTarget: 3,
    rubric: { criteria: [{ id: 'told', kind: 'goal', label: 'Told', description: 'It tells.' }] },
  });
  await runs.launch(journeyId, { waveId: 'judged' });
  await runs.hold(() => resultOf([]));
  const judges = await runs.lease('judge-session');
  const said = { criteria: [{ id: 'told', met: false, reason: 'It tells nothing.' }] };
  await runs.report(...judges.map((item): [typeof item, object] => [item, said]));
  while (await mineWave(swarms.pool));
  expect((await list()).find(({ subject }) => subject.kind === 'criterion')).toMatchObject({
    dimension: 'criterionUnmet',
    subject: { id: `${journeyId}/told`, label: 'Told' },
    status: 'new',
    occurrenceCount: 3,
    evidence: [{ excerpt: 'It tells nothing.' }, {}, {}],
  });
});
