import type { EvalIteration } from '@assay/sdk';
import type { iterationsInput } from '../../commands/run.ts';
import type { CommandContext } from '../../command-context.ts';
import type { Action } from '../../declare/command.ts';
import { markOf, type Outcome } from '../../output/marks.ts';
import { printList } from '../../output/print-document.ts';
import type { Column } from '../../output/print-table.ts';
import { printDuration } from '../../output/print-time.ts';
import { printable, shortenEnd } from '../../output/printable.ts';
import { namedRun } from '../../runs/named-run.ts';

/** How many iterations a table has where the caller does not say, and the largest page. */
const [LIMIT, PAGE] = [50, 200];
/** The most characters of a reason in a table. */
const REASON = 60;

/** Lists the iterations of a run, page by page: into a pipe all of them, as a table the first ones. */
export const listIterations: Action<typeof iterationsInput> = async (context, { arguments: { run }, options }) => {
  const { assay, projectId } = await context.platform();
  const isTable = options.json === undefined && !options.jsonl && context.terminal.isInteractive.out;
  const limit = options.limit ?? (isTable ? LIMIT : Infinity);
  const target = { projectId: await projectId(), runId: await namedRun(context, run, options) };
  const iterations = assay.listEvalRunIterations.all(target, { limit: Math.min(PAGE, limit + 1) });
  await printList(context, options, iterations, {
    columns: columnsOf(context),
    empty: 'The run has no iteration.',
    limit,
    noun: 'iterations',
  });
};

function columnsOf({ terminal }: CommandContext): Column<EvalIteration>[] {
  return [
    { title: 'CASE', cell: ({ title }) => printable(title ?? '', terminal), isName: true },
    { title: 'TRIAL', cell: ({ iterationNumber }) => String(iterationNumber) },
    { title: 'RESULT', cell: (each) => `${markOf(outcomeOf(each), terminal)} ${each.result ?? each.status}` },
    { title: 'TOOK', cell: ({ durationMs }) => (durationMs === null ? '' : printDuration(durationMs)) },
    { title: 'MODEL', cell: ({ model }) => printable(model ?? '', terminal), isName: true },
    { title: 'REASON', cell: (each) => shortenEnd(printable(reasonOf(each), terminal), REASON), isName: true },
    { title: 'ITERATION', cell: ({ id }) => id },
  ];
}

function outcomeOf({ result, status, evaluatorError }: EvalIteration): Outcome {
  if (status === 'pending' || status === 'running') return 'pending';
  return result === null || evaluatorError ? 'open' : result;
}

/** Why an iteration did not pass. */
function reasonOf({ error, checks, faults, result }: EvalIteration): string {
  if (result === 'passed') return '';
  const failed = checks.find(({ status, role }) => status === 'failed' && role !== 'advisory');
  return error ?? failed?.reason ?? faults[0]?.reason ?? '';
}
