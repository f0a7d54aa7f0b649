import type { RunEvent } from '@assay/contract/areas/eval-runs/run-events';
import { operations } from '@assay/contract/operations';
import { goalCase, openJudgingFixture, type JudgingFixture } from '../support/judging-fixture.ts';

let fixture: JudgingFixture;
beforeAll(async () => {
  fixture = await openJudgingFixture();
});
afterAll(() => fixture.close());

const news = async (runId: string, lastEventId = ''): Promise<RunEvent[]> =>
  (await fixture.call(operations.streamEvalRunEvents, { runId, lastEventId, waitMs: '0' })).events;
const told = (events: RunEvent[]) =>
  events.map(({ type, data }) =>
    type === 'iteration' ? `${data.iterationNumber} ${data.result}` : `${type} ${data.status}`,
  );

test('a follower gets overturned iterations again before the end, also after a reconnect', async () => {
  const measured = fixture.suite('followed', [goalCase('a', { iterations: 20 })], { autoRun: true });
  let count = 0;
  const first = await fixture.finished(measured);
  await fixture.judgeAll(() => ({ score: count++ < 10 ? 0.9 : 0.1 }));
  for (const { id, judge } of await fixture.iterationsOf(first))
    await fixture.label(first, id, judge!.passed ? 'passed' : 'failed');
  fixture.suite('followed', [goalCase('a', { iterations: 4 })], { autoRun: true, role: 'gating' });

  const runId = await fixture.finished(measured);
  const before = await news(runId);
  expect(told(before)).toEqual(['1 passed', '2 passed', '3 passed', '4 passed', 'run grading']);
  count = 0;
  await fixture.judgeAll(() => ({ score: count++ % 2 === 0 ? 0.9 : 0.1 }));

  const rest = ['2 failed', '4 failed', 'run completed', 'end completed'];
  expect(told(await news(runId, before.at(-1)!.id))).toEqual(rest);
  expect(told(await news(runId, before[2]!.id))).toEqual(rest);
  expect(told(await news(runId, before[1]!.id))).toEqual(['3 passed', ...rest]);
  expect(told(await news(runId))).toEqual(['1 passed', '3 passed', ...rest]);
});
