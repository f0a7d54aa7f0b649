import type { EvalRunRegraded } from '@assay/sdk';
import type { regradeInput } from '../../commands/run.ts';
import type { Action } from '../../declare/command.ts';
import { printDocument } from '../../output/print-document.ts';
import { printable } from '../../output/printable.ts';
import { verdictLines } from '../../reporters/report-text.ts';
import { namedRun } from '../../runs/named-run.ts';
import { readReport } from '../../runs/read-report.ts';
import { countOf } from '../../output/count-of.ts';

/** Grades the recorded trials of a run again. */
export const regradeRun: Action<typeof regradeInput> = async (context, { arguments: { run }, options }) => {
  const platform = await context.platform();
  const { checks } = options;
  const runId = await namedRun(context, run, options);
  const regraded = await platform.assay.regradeEvalRun(
    { projectId: await platform.projectId(), runId },
    checks === undefined ? {} : { checks },
  );
  const report = await readReport(platform, regraded.run, { all: false });
  printDocument(
    context,
    options,
    regraded,
    (told) => `${printable(changesOf(told), context.terminal)}\n${verdictLines(report, context.terminal)}`,
  );
};

function changesOf({ before, after, changedCount, number }: EvalRunRegraded): string {
  const counts = ({ passed, failed, excluded }: EvalRunRegraded['before']) =>
    `${passed} passed, ${failed} failed, ${excluded} excluded`;
  const changed = `${countOf(changedCount, 'trial')} changed`;
  return `Regrade ${number}: ${changed}. Before ${counts(before)}; now ${counts(after)}.`;
}
