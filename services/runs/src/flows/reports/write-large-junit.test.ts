import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import { JunitReport } from '../../domain/reports/junit.ts';
import type { RunCaseRow } from '../../domain/eval-runs/run-case.ts';
import { writeJunit } from './write-junit.ts';
import { writeLargeJunit } from './write-large-junit.ts';

const reported = {
  run: {
    id: 'run_1',
    suiteId: 'ste_1',
    suiteName: 'A suite',
    runNumber: 1,
    verdict: 'passed',
    sentence: 'Passed.',
    measurementUnit: 'trial',
    minimumAccuracy: 100,
    summary: {},
    createdAt: 0,
  } as EvalRun,
  projectId: 'prj_1',
  publicUrl: 'http://assay.test',
};
const row = (casePosition: number) =>
  ({
    casePosition,
    position: casePosition,
    title: 'A case',
    model: null,
    outcome: 'passed',
    trials: 1,
    open: 0,
    ends: [casePosition * 16],
    durations: [1],
    failure: null,
    gradingGap: null,
  }) as unknown as RunCaseRow;

/** Cases of a run, in pages of a thousand. */
async function* pagesOf(count: number): AsyncGenerator<RunCaseRow[]> {
  for (let first = 0; first < count; first += 1_000)
    yield Array.from({ length: Math.min(1_000, count - first) }, (_, i) => row(first + i));
}

test.each([
  ['is reported in place when it is small', 2, 0],
  ['is reported in a worker thread when it is large', 2_001, 1],
])('a run %s', async (_name, count, turns) => {
  let others = 0;
  setImmediate(() => others++);
  const report = await writeLargeJunit(reported, count, pagesOf(count));
  expect(others).toBe(turns);
  expect(Buffer.from(report)).toEqual(Buffer.from(await writeJunit(reported, pagesOf(count))));
  expect(Buffer.from(report).toString()).toContain(`tests="${count}"`);
});

test('a report that becomes too large is refused while it is written', () => {
  const report = new JunitReport(reported, 150);
  report.add(row(0));
  report.add(row(1));
  expect(() => report.add(row(2))).toThrow('too large');
});
