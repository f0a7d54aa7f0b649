import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import { JunitReport } from '../../domain/reports/junit.ts';
import type { ReportedIteration } from '../../domain/reports/reported.ts';
import { writeJunit } from './write-junit.ts';
import { writeLargeJunit } from './write-large-junit.ts';

const reported = {
  run: { id: 'run_1', suiteId: 'ste_1', runNumber: 1, verdict: 'passed', createdAt: 0 } as EvalRun,
  projectId: 'prj_1',
  publicUrl: 'http://assay.test',
};
const trial = (position: number) =>
  ({
    id: `itn_${position}`,
    caseId: 'a',
    title: 'A case',
    iterationNumber: position + 1,
    model: null,
    status: 'completed',
    result: 'passed',
    durationMs: 1,
  }) as ReportedIteration;

/** Iterations of a run, in pages of a thousand. */
async function* pagesOf(count: number): AsyncGenerator<ReportedIteration[]> {
  for (let first = 0; first < count; first += 1_000)
    yield Array.from({ length: Math.min(1_000, count - first) }, (_, i) => trial(first + i));
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
  report.add(trial(0));
  report.add(trial(1));
  expect(() => report.add(trial(2))).toThrow('too large');
});
