import type { CompareEvalRun } from '@assay/contract/areas/analysis/compare';
import type { NamedBaseline } from '@assay/contract/areas/gates/named-baseline';
import { faultProblem } from '@assay/contract/fault';
import type { Db } from '@assay/kit/postgres/db';
import { namedBaselineOf } from '../../domain/gates/named-baseline.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { findBaseline } from '../../store/analysis/baselines.ts';
import { chosenBaseline } from './chosen-baseline.ts';

/** The baseline that a request names, or else the launch of the run; `base` is undefined where there is no such run. */
export interface AskedBaseline {
  named: NamedBaseline | undefined;
  base: Run | undefined;
}

/**
 * Finds the baseline of a run.
 * @throws NOT_FOUND and VALIDATION_ERROR for a `baseRunId` that is no run of the suite, not over, or the run itself.
 */
export async function askedBaseline(
  db: Db,
  run: Run,
  { baseRunId, baseBranch }: Pick<CompareEvalRun, 'baseRunId' | 'baseBranch'>,
): Promise<AskedBaseline> {
  if (baseRunId !== undefined && baseBranch !== undefined)
    throw faultProblem({ path: '/baseBranch', message: 'cannot be combined with baseRunId' });
  if (baseRunId === run.id) throw faultProblem({ path: '/baseRunId', message: 'is the run itself' });
  if (baseRunId !== undefined)
    return { named: { runId: baseRunId }, base: await chosenBaseline(db, run, baseRunId, '/baseRunId') };
  const named = baseBranch === undefined ? namedBaselineOf(run.spec) : { branch: baseBranch };
  return { named, base: await findBaseline(db, run, named) };
}

/** Says that a run has no baseline. */
export function missingBaseline(named: NamedBaseline | undefined): string {
  if (named?.branch !== undefined) return `the branch ${named.branch} has no run with a verdict before this one`;
  return named ? 'the run that the launch named is gone' : 'the suite has no completed run before this one';
}
