import type { JourneyRunEvents } from '@assay/contract/areas/journey-runs/run-events';
import { operations } from '@assay/contract/operations';
import { fine, project, startJourneySwarms } from '../support/journey-swarms.ts';
import { brokeOff, type RunFixture } from '../support/run-fixture.ts';
import type { TestSwarms } from '../support/start.ts';

let swarms: TestSwarms;
let runs: RunFixture;
beforeAll(async () => {
  ({ swarms, runs } = await startJourneySwarms());
});
afterAll(() => swarms.stop());

/** The events of a run after one; waits for them. */
const news = (runId: string, lastEventId = '', waitMs = 20_000) =>
  swarms.call(operations.streamJourneyRunEvents, { ...project, runId, lastEventId, waitMs: `${waitMs}` });

const told = ({ events }: JourneyRunEvents) =>
  events.map(({ type, data }) =>
    type === 'session'
      ? `${data.targetId} ${data.sessionIndex} ${data.lifecycle} ${data.turnCount} ${data.gradingState}`
      : type === 'run'
        ? `${data.status} ${data.summary.succeeded}/${data.summary.total}`
        : `${type} ${data.status} ${data.verdictSummary?.status}`,
  );

test('a run is followed from its start to its grading, and late followers miss nothing', async () => {
  const goal = { id: 'told', kind: 'goal', label: 'Answer', description: 'It tells the answer.' };
  const { id: runId } = await runs.launch(await runs.journey({ sessionsPerTarget: 2, rubric: { criteria: [goal] } }));
  const seen: JourneyRunEvents[] = [await news(runId)];
  const next = async () => {
    seen.push(await news(runId, seen.at(-1)!.events.at(-1)!.id));
    return told(seen.at(-1)!);
  };
  expect(told(seen[0]!)).toEqual(['running 0/2']);
  const waiting = next();
  const [one, two] = await runs.lease();
  expect(await waiting).toEqual(['env_1 0 running 0 notRequested', 'env_1 1 running 0 notRequested', 'running 0/2']);
  await runs.beat([one!, 'turn 3'], [two!, 'turn 1']);
  expect(await next()).toEqual(['env_1 0 running 2 notRequested', 'running 0/2']);
  await runs.report([one!, fine()], [two!, brokeOff({})]);
  expect(await next()).toEqual(['env_1 0 ran 1 queued', 'env_1 1 broke 0 notRequested', 'partial 1/2']);
  expect(seen.at(-1)!.done).toBe(false);
  const [judge] = await runs.lease('judge-session');
  const graded = next();
  await runs.report([judge!, { criteria: [{ id: 'told', met: true, reason: 'It does.' }] }]);
  expect(await graded).toEqual(['env_1 0 ran 1 settled', 'partial 1/2', 'end partial decided']);
  const last = seen.at(-1)!;
  expect([last.done, await news(runId, last.events.at(-1)!.id)]).toEqual([true, { events: [], done: true }]);
  // A follower that comes back late is told how each session is now.
  const rest = (i: number) => news(runId, seen[i]!.events.at(-1)!.id, 0);
  for (const i of [0, 1, 2])
    expect(told(await rest(i))).toEqual([
      'env_1 1 broke 0 notRequested',
      'env_1 0 ran 1 settled',
      'partial 1/2',
      'end partial decided',
    ]);
  expect(told(await rest(3))).toEqual(['env_1 0 ran 1 settled', 'partial 1/2', 'end partial decided']);
  await expect(news(runId, '1.2')).rejects.toMatchObject({ details: { issues: [{ path: '/lastEventId' }] } });
  await expect(news('jrun_none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('at most two hundred events come at once, and every session in the end', async () => {
  const { id: runId } = await runs.launch(
    await runs.journey({ environmentIds: ['env_1', 'env_2'], sessionsPerTarget: 100 }),
  );
  await runs.hold(fine);
  const first = await news(runId);
  const second = await news(runId, first.events.at(-1)!.id);
  expect([first.events.length, first.done, second.done]).toEqual([199, false, true]);
  const ids = [first, second].flatMap(({ events }) =>
    events.flatMap(({ type, data }) => (type === 'session' ? [data.id] : [])),
  );
  expect([ids.length, new Set(ids).size]).toEqual([200, 200]);
});

test('a read that prefers to wait is answered when the run changes, and at once when it is over', async () => {
  const { id: runId } = await runs.launch(await runs.journey());
  const wait = () => swarms.call(operations.getJourneyRun, { ...project, runId, preferredWait: '20' }, {});
  const waiting = wait();
  const items = await runs.lease();
  expect(await waiting).toMatchObject({ status: 'running', report: { execution: { started: 2 } } });
  await runs.report(...items.map((item): [typeof item, object] => [item, fine()]));
  expect(await wait()).toMatchObject({ status: 'completed' });
});
