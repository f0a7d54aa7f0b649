import type { CommandContext } from '../../command-context.ts';
import { reportJson } from '../../reporters/report-json.ts';
import { reportText } from '../../reporters/report-text.ts';
import type { RunReport } from '../../reporters/run-report.ts';
import type { LocalAssay } from './local-assay.ts';
import type { TestOptions } from './test-here.ts';

/** Prints and writes the reports of runs. */
export async function writeReports(
  { terminal }: CommandContext,
  _local: LocalAssay,
  reports: readonly RunReport[],
  { json, all }: TestOptions,
): Promise<void> {
  if (reports.length === 0) return;
  if (json !== undefined) terminal.out(reportJson(reports));
  else for (const report of reports) terminal.out(reportText(report, terminal, { all }));
}
