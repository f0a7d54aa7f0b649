import type { traceInput } from '../../commands/trace.ts';
import type { Action } from '../../declare/command.ts';
import { printJson, pickFields } from '../../output/print-json.ts';
import { openBrowser } from '../../platform/open-browser.ts';
import { addressOf } from '../../runs/read-report.ts';
import { namedRun } from '../../runs/named-run.ts';
import { findTrial } from './find-trial.ts';
import { printTrace } from './print-trace.ts';

/** Shows the trace of one trial: as lines to a person and into a pipe, as JSON with `--json`. */
export const showTrace: Action<typeof traceInput> = async (context, { arguments: { run }, options }) => {
  const platform = await context.platform();
  const { terminal } = context;
  const target = { projectId: await platform.projectId(), runId: await namedRun(context, run, options) };
  const found = await findTrial(platform.assay, target, { named: options.case, trial: options.trial });
  const { iterationId } = found.evaluation;
  if (options.open) {
    const address = `${await addressOf(platform, target.runId)}/i/${iterationId}`;
    if (!(await openBrowser(address, context.env))) terminal.err('No browser could be started.\n');
    terminal.out(`${address}\n`);
    return;
  }
  const trace = await platform.assay.getEvalIterationTrace({ ...target, iterationId });
  if (options.json !== undefined) {
    terminal.out(printJson(typeof options.json === 'string' ? pickFields(trace, options.json) : trace));
    return;
  }
  terminal.out(printTrace(found, trace, terminal, { wire: options.wire, isTitled: options.case === undefined }));
  if (!options.wire && !context.isQuiet)
    terminal.err('--wire prints the messages whole, --json the trace, --open shows it in the console\n');
};
