import type { EvalRun } from '@assay/sdk';
import type { CommandContext } from '../../command-context.ts';
import { UsageError } from '../../command-failure.ts';
import { isId } from './find-named.ts';
import { timesOf } from './named-kinds.ts';

/** How many runs are searched for a number, newest first, where no suite is named. */
const SEARCHED = 1_000;

/**
 * The id of a run that a person named: `last`, its number in its suite, or its id. Throws UsageError for no run, and for a
 * number that runs of two suites have.
 */
export async function findRunId(
  context: Pick<CommandContext, 'platform' | 'usesUtc'>,
  text: string,
  { suiteId }: { suiteId?: string | undefined } = {},
): Promise<string> {
  if (isId(text)) return text;
  const { assay, projectId: projectOf } = await context.platform();
  const projectId = await projectOf();
  const newest = (limit: number) =>
    suiteId === undefined
      ? assay.listEvalRuns.all({ projectId }, { limit })
      : assay.listEvalSuiteRuns.all({ projectId, suiteId }, { limit });
  if (text === 'last') {
    for await (const { id } of newest(1)) return id;
    throw new UsageError(`there is no run ${suiteId === undefined ? 'in this project' : 'of this suite'} yet.`);
  }
  const number = /^#?(\d{1,9})$/.exec(text)?.[1];
  if (number === undefined)
    throw new UsageError(`"${text}" is no run: give its number, its id, or last.`, ['assay run list']);
  const found = await withNumber(newest(200), Number(number), suiteId === undefined);
  if (found.length === 1) return found[0]!.id;
  if (found.length === 0)
    throw new UsageError(
      `there is no run ${number}${suiteId === undefined ? ` among the newest ${SEARCHED} of this project` : ' of this suite'}.`,
      ['assay run list'],
    );
  const when = timesOf(context);
  throw new UsageError(
    [
      `several suites have a run ${number}:`,
      ...found.map(({ id, suiteId: of, createdAt }) => `  ${id}   ${of}   ${when(createdAt)}`),
      'Give the id, or the suite as --suite.',
    ].join('\n'),
  );
}

/** The runs with this number: the only one of a suite, or all among the newest of a project. */
async function withNumber(runs: AsyncIterable<EvalRun>, number: number, isOfProject: boolean): Promise<EvalRun[]> {
  const found: EvalRun[] = [];
  let seen = 0;
  for await (const run of runs) {
    if (run.runNumber === number) found.push(run);
    if (isOfProject ? ++seen >= SEARCHED || found.length >= 5 : found.length > 0) break;
  }
  return found;
}
