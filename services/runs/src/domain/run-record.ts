import type { EvalRun } from '@assay/contract/documents/run';
import { decideRun } from '@assay/grading/decide-run';
import type { Run, RunDetails } from './run.ts';

/** A run as the API shows it; a list leaves the details out. */
export function runRecord(run: Run & Partial<RunDetails>): EvalRun {
  const { id, suiteId, runNumber, status, result, source, notes, servers, importApprovals } = run;
  return {
    id, suiteId, runNumber, status, result,
    ...(run.caseGrading ? perCase(run) : { ...decideRun(run), minimumAccuracy: run.minimumAccuracy }),
    source, servers, environment: null, notes,
    ...(importApprovals && { importApprovals }),
    createdAt: run.createdAt.getTime(), startedAt: run.startedAt?.getTime() ?? null, completedAt: run.completedAt?.getTime() ?? null,
  };
}

type Verdict = Pick<EvalRun, 'verdict' | 'undecided' | 'measurementUnit' | 'summary' | 'minimumAccuracy' | 'verdictPolicyVersion' | 'verdictPolicyIntegrityError' | 'decision'>;

/** The verdict of a run that is graded per case was decided once, with its last trial; what is counted are variants. */
function perCase(run: Run & Partial<RunDetails>): Verdict {
  const { result, variants: total, variantsPassed: passed, variantsFailed: failed, decision } = run;
  const { verdict, undecided } = decideRun(run);
  return {
    verdict: result ?? verdict, ...(undecided && { undecided }),
    verdictPolicyVersion: 2,
    ...(decision && ('decision' in decision ? { decision: decision.decision } : { verdictPolicyIntegrityError: decision.integrityError })),
    measurementUnit: 'caseVariant',
    summary: { total, passed, failed, ...(result !== null && { inconclusive: total - passed - failed }), passRate: total === 0 ? 0 : passed / total },
    minimumAccuracy: null,
  };
}
