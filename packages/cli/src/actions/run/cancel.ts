import type { cancelRunInput } from '../../commands/run.ts';
import type { Action } from '../../declare/command.ts';
import { printDocument } from '../../output/print-document.ts';
import { printable } from '../../output/printable.ts';
import { namedRun } from '../../runs/named-run.ts';

/** Ends a run. */
export const cancelRun: Action<typeof cancelRunInput> = async (context, { arguments: { run }, options }) => {
  const { assay, projectId } = await context.platform();
  const runId = await namedRun(context, run, options);
  const cancelled = await assay.cancelEvalRun({ projectId: await projectId(), runId });
  printDocument(
    context,
    options,
    cancelled,
    ({ runNumber, suiteName, sentence }) =>
      `Run ${runNumber} of ${printable(suiteName, context.terminal)} is cancelled. ${printable(sentence, context.terminal)}\n`,
  );
};
