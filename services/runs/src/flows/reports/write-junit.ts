import { JunitReport, type ReportedRun } from '../../domain/reports/junit.ts';
import type { RunCaseRow } from '../../domain/eval-runs/run-case.ts';

/** Writes the JUnit report of a run from pages of its cases. */
export async function writeJunit(reported: ReportedRun, pages: AsyncIterable<RunCaseRow[]>): Promise<Uint8Array> {
  const report = new JunitReport(reported);
  for await (const page of pages) for (const each of page) report.add(each);
  return report.print();
}
