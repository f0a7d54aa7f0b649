import { operations } from '@assay/contract/operations';
import { runBench, correctAnswer } from '../support/run-bench.ts';
import { echoCase, echoTranscript, openRuns, type RunsFixture } from '../support/harness.ts';

let runs: RunsFixture;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const { leased } = runBench(() => runs);
const read = (runId: string, iterationId: string) => runs.call(operations.getEvalIteration, { runId, iterationId });

test('an iteration is read with its sentence, and the failed ones before and after it', async () => {
  const { runId, items } = await leased({ cases: [echoCase('a', { iterations: 2 }), echoCase('b'), echoCase('c')] });
  const idAt = (place: number) => items[place]!.iterationId;
  expect(await read(runId, idAt(1))).toMatchObject({ mark: 'open', sentence: 'Running.', trials: 2, trace: null });
  await runs.report([items[0]!, items[3]!], () => echoTranscript('wrong'));
  await runs.report([items[1]!, items[2]!], correctAnswer);
  await runs.call(operations.labelEvalIteration, { runId, iterationId: idAt(0) }, { verdict: 'passed' });
  expect(await read(runId, idAt(0))).toMatchObject({
    id: idAt(0),
    title: 'case a',
    iterationNumber: 1,
    trials: 2,
    mark: 'failed',
    sentence: 'Failed at the stage response: the result does not contain "a".',
    failure: { stage: 'response', assertion: 'toolResultContains', place: { spanId: 'call_1' } },
    nextAction: expect.not.stringContaining('does not contain'),
    opinions: [],
    labels: [{ verdict: 'passed' }],
    trace: { storedBytes: expect.any(Number) },
    previousFailedIterationId: null,
    nextFailedIterationId: idAt(3),
  });
  const passed = await read(runId, idAt(2));
  expect(passed).toMatchObject({
    mark: 'passed',
    sentence: 'Passed: 1 of 1 assertions hold.',
    previousFailedIterationId: idAt(0),
    nextFailedIterationId: idAt(3),
  });
  expect(passed).not.toHaveProperty('nextAction');
  await expect(read(runId, 'iter_x')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
