import type { CompareEvalRun } from '@assay/contract/areas/analysis/compare';
import type { NamedBaseline } from '@assay/contract/areas/gates/named-baseline';
import { faultProblem } from '@assay/contract/fault';
import { notFound, reasons } from '@assay/contract/problem';
import type { Db } from '@assay/kit/postgres/db';
import { namedBaselineOf } from '../../domain/gates/named-baseline.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { findBaseline } from '../../store/analysis/baselines.ts';
import { chosenBaseline } from './chosen-baseline.ts';

/** The fields of a request that name a baseline. */
export type AskedBaseline = Pick<CompareEvalRun, 'baseRunId' | 'baseBranch'>;

/** A baseline, and the name by which it was chosen; undefined for the newest completed run before. */
interface FoundBaseline {
  base: Run;
  named: NamedBaseline | undefined;
}

/**
 * The baseline that a request names, else the one of the run's launch or gate, else the newest completed run before it.
 * @throws NOT_FOUND when there is none; VALIDATION_ERROR at `baseRunId` or `baseBranch`.
 */
export async function askedBaseline(db: Db, run: Run, asked: AskedBaseline): Promise<FoundBaseline> {
  const named = namedIn(asked) ?? namedBaselineOf(run.spec);
  const { baseRunId } = asked;
  if (baseRunId === run.id) throw faultProblem({ path: '/baseRunId', message: 'is the run itself' });
  if (baseRunId !== undefined) return { base: await chosenBaseline(db, run, baseRunId, '/baseRunId'), named };
  const base = await findBaseline(db, run, named);
  if (base) return { base, named };
  const missing = named?.branch
    ? `the branch ${named.branch} has no run with a verdict before this one`
    : named
      ? 'the run that the launch named is gone'
      : 'the suite has no completed run before this one';
  throw notFound(`baseline: ${missing}`, { reason: reasons.BASELINE_NOT_FOUND });
}

function namedIn({ baseRunId, baseBranch }: AskedBaseline): NamedBaseline | undefined {
  if (baseRunId !== undefined && baseBranch !== undefined)
    throw faultProblem({ path: '/baseBranch', message: 'cannot be combined with baseRunId' });
  if (baseRunId !== undefined) return { runId: baseRunId };
  return baseBranch === undefined ? undefined : { branch: baseBranch };
}
