import type { EvalSuiteCaseHistory } from '@assay/contract/areas/eval-runs/case-history';
import { countedTrials, type RunCaseRow } from './run-case.ts';
import type { Run } from './run.ts';

/** A case variant of a finished run; `ends` and `durations` belong to the newest run that had the case, else they are empty. */
export interface PastCase extends Pick<
  RunCaseRow,
  'testCaseId' | 'position' | 'outcome' | 'passed' | 'eligible' | 'trials' | 'ends' | 'durations'
> {
  runId: string;
  isPerCase: boolean;
  isFlaky: boolean;
}

type HistoryCase = EvalSuiteCaseHistory['cases'][number];
type Outcome = RunCaseRow['outcome'];

/** An outcome of one model counts before the ones after it. */
const WEIGHTIEST: Outcome[] = ['failed', 'open', 'undecided', 'passed'];

/** The history of the cases of a suite. `runs` are its newest finished runs, newest first, and `past` their variants. */
export function caseHistory(
  suiteId: string,
  runs: Pick<Run, 'id' | 'runNumber' | 'result' | 'createdAt'>[],
  past: PastCase[],
): EvalSuiteCaseHistory {
  const places = new Map(runs.map(({ id }, place) => [id, place]));
  const byPlace = past.toSorted((a, b) => places.get(a.runId)! - places.get(b.runId)!);
  const cases = [...Map.groupBy(byPlace, ({ testCaseId }) => testCaseId)].map(([testCaseId, variants]) =>
    historyOf(
      testCaseId,
      variants,
      runs.map(({ id }) => id),
    ),
  );
  return {
    suiteId,
    runs: runs.map(({ id, runNumber, result, createdAt }) => ({
      runId: id,
      runNumber,
      verdict: result ?? 'notEstablished',
      createdAt: createdAt.getTime(),
    })),
    cases,
    flakyCases: cases.filter(({ isFlaky }) => isFlaky).length,
  };
}

function historyOf(testCaseId: string, variants: PastCase[], runIds: string[]): HistoryCase {
  const byRun = Map.groupBy(variants, ({ runId }) => runId);
  const outcomes = runIds.map((runId) => outcomeOf(byRun.get(runId) ?? []));
  const [runId, latest] = [...byRun][0]!;
  const { trials, eligible, p50DurationMs } = countedTrials(joined(latest), latest[0]!.isPerCase);
  return {
    testCaseId,
    outcomes,
    isFlaky: latest.some((variant) => variant.isFlaky),
    latest: {
      runId,
      outcome: outcomeOf(latest)!,
      trials,
      passed: latest.reduce((sum, { passed }) => sum + passed, 0),
      eligible,
      p50DurationMs,
    },
  };
}

/** The variants of a case in one run as one: the run is over, so none of their trials is open. */
const joined = (variants: PastCase[]) => ({
  position: variants[0]!.position,
  trials: variants.reduce((sum, { trials }) => sum + trials, 0),
  open: 0,
  ends: variants.flatMap(({ ends }) => ends),
  durations: variants.flatMap(({ durations }) => durations),
  eligible: variants.reduce((sum, { eligible }) => sum + eligible, 0),
});

const outcomeOf = (variants: PastCase[]): Outcome | null =>
  WEIGHTIEST.find((outcome) => variants.some((variant) => variant.outcome === outcome)) ?? null;
