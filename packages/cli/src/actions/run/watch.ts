import type { watchInput } from '../../commands/run.ts';
import type { Action } from '../../declare/command.ts';
import { chooseReports } from '../../reporters/choose-reporters.ts';
import { reportRuns } from '../../runs/report-runs.ts';
import { namedRun } from '../../runs/named-run.ts';

/** Waits for the end of a run, and reports it. */
export const watchRun: Action<typeof watchInput> = async (context, { arguments: { run }, options }) => {
  const reports = await chooseReports(options, context.folder);
  return reportRuns(context, [{ runId: await namedRun(context, run, options) }], { ...options, reports });
};
