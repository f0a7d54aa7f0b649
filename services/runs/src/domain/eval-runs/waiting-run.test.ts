import { waitOfRun, type RunnerWait } from './waiting-run.ts';

const wait = (more: Partial<RunnerWait>): RunnerWait => ({ labels: [], runners: 1, runIds: [], busyWith: 0, ...more });

test.each<[string, Partial<RunnerWait>, string | undefined]>([
  ['without any runner', { runners: 0 }, 'No live runner takes runs without labels.'],
  ['without a runner of its labels', { runners: 0, labels: ['eu', 'lab'] }, 'No live runner has the labels eu, lab.'],
  ['with an idle runner', {}, undefined],
  ['behind a run', { busyWith: 1, runIds: ['run_1'] }, expect.stringMatching(/taken by other runs: run_1\.$/)],
  [
    'behind runs of other projects too',
    { busyWith: 3, runIds: ['run_1'] },
    expect.stringMatching(/taken by other runs: run_1, 2 more\.$/),
  ],
])('a run %s says why it waits', (_, facts, message) => expect(waitOfRun(wait(facts))?.message).toEqual(message));
