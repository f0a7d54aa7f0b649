import { operations } from '@assay/contract/operations';
import { echoCase, echoTranscript, openRuns, type RunsFixture } from '../support/harness.ts';

let runs: RunsFixture;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

async function finished(suite: object, launch: object = {}, text = 'a'): Promise<string> {
  runs.world.suites.set('suite', { cases: [echoCase('a', { title: text })], suite });
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId: 'suite', ...launch });
  await runs.report(await runs.lease('runner'), () => echoTranscript('a'));
  return runId;
}
const configuration = (runId: string, query: object = {}) =>
  runs.call(operations.getEvalRunConfiguration, { runId }, query);

test('the settings of a run stand beside the settings of the run before', async () => {
  const first = await finished({ minimumAccuracy: 90 }, { notes: 'nightly' });
  const alone = await configuration(first);
  expect(alone).toMatchObject({ base: null, differences: 0, surfaces: [] });
  expect(alone.items.find(({ field }) => field === 'line')).toEqual({
    part: 'graded',
    field: 'line',
    label: 'Line',
    value: '90\u202f% of all trials',
    differs: false,
  });

  const same = await finished({ minimumAccuracy: 90 }, { notes: 'by hand' });
  const unchanged = await configuration(same);
  expect(unchanged).toMatchObject({
    base: { id: first, runNumber: 1 },
    sentence: 'Nothing differs from run 1.',
    differences: 0,
  });
  expect(unchanged.items.find(({ field }) => field === 'note')).toMatchObject({
    value: 'by hand',
    baseValue: 'nightly',
    differs: true,
  });

  const changed = await configuration(await finished({ minimumAccuracy: 80 }, {}, 'another text'), {
    baseRunId: first,
  });
  expect(changed).toMatchObject({ sentence: '2 things differ from run 1: cases, line.', differences: 2 });
  // The case has another text, which its number does not tell.
  expect(changed.items.find(({ field }) => field === 'cases')).toMatchObject({
    value: '1 case, 1 trial',
    baseValue: '1 case, 1 trial',
    differs: true,
  });
});

test('the configuration of an unknown run is not found', async () => {
  await expect(configuration('run_none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
