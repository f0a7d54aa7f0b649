import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import { junitOf } from '../../domain/reports/junit.ts';
import type { ReportedIteration } from '../../domain/reports/reported.ts';
import { junitOfLargeRun } from './junit-of-large-run.ts';

const reported = (count: number) => ({
  run: { id: 'run_1', suiteId: 'ste_1', runNumber: 1, verdict: 'passed', createdAt: 0 } as EvalRun,
  projectId: 'prj_1',
  publicUrl: 'http://assay.test',
  iterations: Array.from({ length: count }, (_, position) => ({
    id: `itn_${position}`,
    caseId: 'a',
    title: 'A case',
    iterationNumber: position + 1,
    model: null,
    status: 'completed',
    result: 'passed',
    durationMs: 1,
  })) as ReportedIteration[],
});

test.each([
  ['is reported in place when it is small', 2, 0],
  ['is reported in a worker thread when it is large', 2_001, 1],
])('a run %s', async (_name, count, turns) => {
  let others = 0;
  setImmediate(() => others++);
  const report = await junitOfLargeRun(reported(count));
  expect(others).toBe(turns);
  expect(report).toBe(junitOf(reported(count)));
});
