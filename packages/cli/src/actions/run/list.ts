import type { EvalRun } from '@assay/sdk';
import type { listRunsInput } from '../../commands/run.ts';
import type { CommandContext } from '../../command-context.ts';
import type { Action } from '../../declare/command.ts';
import { markOf } from '../../output/marks.ts';
import { parseMoment } from '../../output/parse-moment.ts';
import { printList } from '../../output/print-document.ts';
import { printInterval, printRate } from '../../output/print-rate.ts';
import type { Column } from '../../output/print-table.ts';
import { printDuration, printTime } from '../../output/print-time.ts';
import { printable } from '../../output/printable.ts';
import { findId } from '../../platform/find/find-named.ts';
import { VERDICT_OUTCOMES } from '../../reporters/report-text.ts';

/** How many runs are listed where the caller does not say, and the largest page. */
const [LIMIT, PAGE] = [20, 200];

/** Lists the runs of a project, the newest first. */
export const listRuns: Action<typeof listRunsInput> = async (context, { options }) => {
  const { suite, verdict, environment, model, note, branch, commit, since, limit = LIMIT } = options;
  const { assay, projectId } = await context.platform();
  const suiteId = suite === undefined ? undefined : await findId(context, 'suite', suite);
  const environmentId = environment === undefined ? undefined : await findId(context, 'environment', environment);
  const runs = assay.listEvalRuns.all(
    { projectId: await projectId() },
    {
      limit: Math.min(PAGE, limit + 1),
      ...(suiteId !== undefined && { suiteId }),
      ...(verdict !== undefined && { verdict }),
      ...(environmentId !== undefined && { environmentId }),
      ...(model !== undefined && { model }),
      ...(note !== undefined && { q: note }),
      ...(branch !== undefined && { branch }),
      ...(commit !== undefined && { commit }),
      ...(since !== undefined && { since: parseMoment('--since', since, Date.now()) }),
    },
  );
  await printList(context, options, runs, {
    columns: columnsOf(context, suiteId === undefined),
    empty: 'No run yet. Launch one:  assay run <suite>',
    limit,
    noun: 'runs, newest first',
  });
};

function columnsOf({ terminal, usesUtc }: CommandContext, withSuite: boolean): Column<EvalRun>[] {
  const shown = (text: string | undefined | null) => printable(text ?? '', terminal);
  return [
    { title: 'RUN', cell: ({ runNumber }) => `run ${runNumber}` },
    ...(withSuite ? [{ title: 'SUITE', cell: ({ suiteName }: EvalRun) => shown(suiteName), isName: true }] : []),
    { title: 'VERDICT', cell: (run) => `${markOf(stateOf(run).mark, terminal)} ${stateOf(run).word}` },
    { title: 'PASSED', cell: (run) => shown(passedOf(run)) },
    {
      title: '95 %',
      cell: ({ summary: { passRateInterval } }) => (passRateInterval ? shown(printInterval(passRateInterval)) : ''),
    },
    { title: 'TOOK', cell: ({ durationMs }) => (durationMs === null ? '' : printDuration(durationMs)) },
    { title: 'BRANCH', cell: ({ ciMetadata }) => shown(ciMetadata?.branch), isName: true },
    { title: 'BY', cell: ({ launchedBy }) => launchedBy },
    { title: 'WHEN', cell: ({ createdAt }) => printTime(createdAt, { usesUtc, now: Date.now() }) },
  ];
}

/** The verdict of a run in one word, or its status while it goes on. */
function stateOf({ verdict, completedAt, status }: EvalRun) {
  if (completedAt === null) return { mark: 'pending', word: status } as const;
  const mark = VERDICT_OUTCOMES[verdict];
  return { mark, word: mark === 'open' ? 'open' : verdict };
}

function passedOf({ completedAt, summary: { passed, failed, passRate } }: EvalRun): string {
  const counted = `${passed}/${passed + failed}`;
  return completedAt === null || passed + failed === 0 ? counted : `${counted.padEnd(6)} ${printRate(passRate)}`;
}
