import type { EvalIterationTrace } from '@assay/sdk';
import type { CommandContext } from '../../command-context.ts';
import { UsageError } from '../../command-failure.ts';
import type { traceInput } from '../../commands/trace.ts';
import type { Action, Given } from '../../declare/command.ts';
import { findLastTest, type KeptTrial } from '../../last-test/last-test.ts';
import { printJson, pickFields } from '../../output/print-json.ts';
import { visibleText } from '../../output/visible-text.ts';
import { openBrowser } from '../../platform/open-browser.ts';
import { addressOf } from '../../runs/read-report.ts';
import { namedRun } from '../../runs/named-run.ts';
import { findTrial, type FoundTrial } from './find-trial.ts';
import { printTrace } from './print-trace.ts';

/** Shows the trace of one trial: as lines to a person and into a pipe, as JSON with `--json`. */
export const showTrace: Action<typeof traceInput> = async (context, { arguments: { run = 'last' }, options }) => {
  const { suite, project, assayUrl } = options;
  const isLast = run === 'last' && [suite, project, assayUrl].every((each) => each === undefined);
  const kept = isLast ? await findLastTest(context.env, Date.now()) : undefined;
  if (kept) return showKept(context, kept, options);
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
  print(context, found, trace, options);
};

type Options = Given<typeof traceInput>['options'];

/** Shows a trial of the last `assay test`, whose platform is gone. */
function showKept(context: CommandContext, kept: readonly KeptTrial[], options: Options): void {
  if (options.open) throw new UsageError('the last test kept no platform to open.', ['assay test … --keep keeps it']);
  const found = keptTrial(kept, options.case);
  if (options.trial !== undefined && options.trial !== found.evaluation.iterationNumber)
    throw new UsageError(`of this case of the last test, only trial ${found.evaluation.iterationNumber} was kept.`);
  print(context, found, found.trace, options);
}

/** A kept trial by the title, the id or the place of its case, else by a part of its title. */
function keptTrial(kept: readonly KeptTrial[], named: string | undefined): KeptTrial {
  if (named === undefined) return kept[0]!;
  const exact = kept.find(({ runCase }) => [runCase.title, runCase.caseId, runCase.testCaseId].includes(named));
  const similar = kept.filter(({ runCase }) => runCase.title.toLowerCase().includes(named.toLowerCase()));
  const found =
    exact ?? kept.find(({ place }) => String(place) === named) ?? (similar.length === 1 ? similar[0] : undefined);
  if (found) return found;
  throw new UsageError(
    `the last test kept no trace of "${visibleText(named)}". It has:`,
    kept.map(({ runCase }) => visibleText(runCase.title)),
  );
}

function print(context: CommandContext, found: FoundTrial, trace: EvalIterationTrace, options: Options): void {
  const { terminal } = context;
  if (options.json !== undefined) {
    terminal.out(printJson(typeof options.json === 'string' ? pickFields(trace, options.json) : trace));
    return;
  }
  terminal.out(printTrace(found, trace, terminal, { wire: options.wire, isTitled: options.case === undefined }));
  if (!options.wire && !context.isQuiet)
    terminal.err('--wire prints the messages whole, --json the trace, --open shows it in the console\n');
}
