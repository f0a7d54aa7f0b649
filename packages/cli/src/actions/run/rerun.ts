import type { rerunInput } from '../../commands/run.ts';
import type { Action } from '../../declare/command.ts';
import { readCi } from '../../ci/read-ci.ts';
import { chooseReports } from '../../reporters/choose-reporters.ts';
import { namedRun } from '../../runs/named-run.ts';
import { reportRuns } from '../../runs/report-runs.ts';

/** Runs the failed cases of a run again, or its cases without a verdict. */
export const rerunRun: Action<typeof rerunInput> = async (context, { arguments: { run }, options }) => {
  const reports = await chooseReports(options, context.folder);
  const { assay, projectId } = await context.platform();
  const source = await namedRun(context, run, options);
  const ci = await readCi(context.env, context.folder);
  const { runId } = await assay.rerunEvalRun(
    { projectId: await projectId(), runId: source },
    {
      scope: options.scope === 'excluded' ? 'excluded' : 'failed_cases',
      ...(options.budget !== undefined && { budget: { usd: options.budget } }),
    },
    { launcher: { kind: 'cli' }, ...(ci && { ci }) },
  );
  return reportRuns(context, [{ runId }], { ...options, reports });
};
