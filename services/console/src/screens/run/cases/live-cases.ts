import type { QueryClient } from '@tanstack/react-query';
import type { EvalRunCase, EvalRunEvent, EvalRunProgress } from '@assay/sdk';
import { wilsonOf } from '../../../lib/wilson.ts';

type TrialMark = EvalRunCase['trials'][number];
interface CasePages {
  pages: { items: EvalRunCase[] }[];
}

/** Changes the cases that were read by the trials that ended, in place: no case moves. */
export function applyProgress(cache: QueryClient, runId: string, events: readonly EvalRunEvent[]): void {
  const ended = events.flatMap((event) => (event.type === 'iteration' ? [event.data] : []));
  if (ended.length === 0) return;
  const byCase = Map.groupBy(ended, keyOf);
  cache.setQueriesData<CasePages>(
    {
      predicate: ({ queryKey: [id, pages, params] }) =>
        id === 'listEvalRunCases' && pages === 'pages' && (params as { runId: string }).runId === runId,
    },
    (old) =>
      old && {
        ...old,
        pages: old.pages.map((page) => ({
          ...page,
          items: page.items.map((item) => (byCase.get(keyOf(item)) ?? []).reduce(withTrial, item)),
        })),
      },
  );
}

const keyOf = ({ testCaseId, model }: Pick<EvalRunCase | EvalRunProgress, 'testCaseId' | 'model'>): string =>
  `${testCaseId} ${model ?? ''}`;

/** How a trial ended, as the list of cases marks it. */
function markOf({ status, result, failureSource }: EvalRunProgress): TrialMark {
  if (status === 'completed') return result === 'passed' ? 'passed' : result === 'failed' ? 'failed' : 'evaluator';
  if (status === 'skipped' || status === 'cancelled') return status;
  return failureSource && failureSource !== 'server' ? failureSource : 'broken';
}

const COUNTED: ReadonlySet<TrialMark> = new Set(['passed', 'failed', 'broken']);

/** A case with one more trial that ended; a trial that was marked already is marked anew. */
function withTrial(row: EvalRunCase, progress: EvalRunProgress): EvalRunCase {
  // A run that is reported from elsewhere gets trials beyond the trials that the case had when it was read.
  const count = Math.max(row.trials.length, progress.iterationNumber);
  const trials = Array.from({ length: count }, (_, at) => row.trials[at] ?? 'open').with(
    progress.iterationNumber - 1,
    markOf(progress),
  );
  const passed = trials.filter((trial) => trial === 'passed').length;
  const eligible = trials.filter((trial) => COUNTED.has(trial)).length;
  return {
    ...row,
    trials,
    passed,
    eligible,
    passRateInterval: wilsonOf(passed, eligible),
    outcome: eligible > passed ? 'failed' : trials.includes('open') ? 'open' : passed > 0 ? 'passed' : 'undecided',
    p50DurationMs: row.p50DurationMs ?? progress.durationMs,
    iterationId: row.iterationId ?? progress.id,
  };
}
