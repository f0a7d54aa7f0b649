import type { EvalRerunPreview, RerunScope } from '@assay/contract/areas/eval-runs/rerun';
import type { CreateEvalRun } from '@assay/contract/areas/eval-runs/launch';
import type { RunClient } from '@assay/contract/areas/eval-runs/run-spec';
import { given } from '@assay/contract/given';
import type { CaseGrading } from '@assay/mesh/gen/assay/v1/suites';
import { mayStopEarly } from './launch.ts';
import type { Run } from './run.ts';

/** One distinct ending of a case's iterations. */
export interface IterationEnd {
  caseId: string;
  status: string;
  result: string | null;
  blame: string | null;
  evaluatorError: boolean;
  /** Early stopping found the verdict of its case settled. */
  isSettledEarly: boolean;
}

/** How the cases of a run are divided by a scope. In both lists the worst comes first: it decides a case. */
interface ScopeRule {
  /** Reasons to try a case again. */
  reasons: readonly string[];
  /** Reasons to leave a case out. */
  leftOut: readonly string[];
  sayOf(end: IterationEnd): string;
}

const ofStatus: Record<string, string> = {
  pending: 'pending',
  running: 'pending',
  failed: 'execution_failed',
  setup_failed: 'setup_failed',
  timed_out: 'timed_out',
  cancelled: 'cancelled',
  skipped: 'skipped',
};
const EXCUSES = ['provider', 'platform', 'cassette'];

const completedSay = ({ result, evaluatorError }: IterationEnd): string =>
  evaluatorError || result === null ? 'evaluator_error' : result;

const scopes: Record<RerunScope, ScopeRule> = {
  failed_cases: {
    reasons: ['failed', 'evaluator_error', 'timed_out', 'execution_failed', 'setup_failed', 'pending'],
    leftOut: ['cancelled', 'passed', 'skipped'],
    sayOf: (end) => (end.status === 'completed' ? completedSay(end) : ofStatus[end.status]!),
  },
  excluded: {
    reasons: ['evaluator_error', ...EXCUSES, 'cancelled', 'skipped', 'pending'],
    leftOut: ['failed', 'passed'],
    sayOf: (end) => {
      const { status, blame, isSettledEarly } = end;
      if (status === 'completed') return completedSay(end);
      if (isSettledEarly) return 'passed';
      if (blame !== null && EXCUSES.includes(blame)) return blame;
      const say = ofStatus[status]!;
      return ['cancelled', 'skipped', 'pending'].includes(say) ? say : 'failed';
    },
  },
};

const TERMINAL = new Set(['completed', 'failed', 'cancelled', 'timed_out']);

/** The cases of a run to try again: the cases of the scope that the suite still has, in its order. */
export function rerunPreview(
  { id, suiteId, status }: Run,
  scope: RerunScope,
  outcomes: IterationEnd[],
  caseIds: string[],
): EvalRerunPreview {
  const { reasons, leftOut, sayOf } = scopes[scope];
  const worstFirst = [...reasons, ...leftOut];
  const says = new Map<string, string>();
  for (const [caseId, of] of Map.groupBy(outcomes, (outcome) => outcome.caseId)) {
    const heard = new Set(of.map(sayOf));
    says.set(
      caseId,
      worstFirst.find((each) => heard.has(each))!,
    );
  }
  const counted = (always: readonly string[], names: readonly string[]) =>
    Object.fromEntries(
      [...new Set([...always, ...names])].flatMap((name) => {
        const count = names.includes(name) ? [...says.values()].filter((say) => say === name).length : 0;
        return count > 0 || always.includes(name) ? [[name, count]] : [];
      }),
    );
  const selectedCaseIds = caseIds.filter((caseId) => reasons.includes(says.get(caseId) ?? ''));
  const sourceTerminal = TERMINAL.has(status);
  return {
    runId: id,
    suiteId,
    scope,
    sourceStatus: status,
    sourceTerminal,
    totalCaseCount: says.size,
    selectedCaseCount: selectedCaseIds.length,
    selectedCaseIds,
    reasons: counted(scopes.failed_cases.reasons, reasons) as EvalRerunPreview['reasons'],
    excluded: counted(scopes.failed_cases.leftOut, leftOut) as EvalRerunPreview['excluded'],
    rerunnable: sourceTerminal && selectedCaseIds.length > 0,
  };
}

/**
 * The body that launches a run's cases again: in its environment, or with its attached client and its servers; with its
 * model and pass rate if its launch chose them, without skills if its launch left them out, with its budget and its
 * execution settings. Iterations, match options and grading come from the suite.
 */
export function rerunBody(
  { spec, effectiveModel }: Run,
  caseIds: string[],
  grading: CaseGrading | undefined,
): CreateEvalRun {
  const {
    suiteId,
    servers,
    environment,
    client,
    skillsOverride,
    modelSource,
    execution,
    cassette,
    earlyStopping,
    minimumPassRate,
    budget,
    baseline,
    notes,
  } = spec;
  return {
    suiteId,
    caseIds,
    ...(environment
      ? { environmentId: environment.id }
      : { serverIds: servers.map(({ id }) => id), ...namedHostOf(client) }),
    ...(modelSource === 'override' && effectiveModel !== null && { model: effectiveModel }),
    ...given({ skillsOverride }),
    toolApproval: execution.toolApproval,
    maxSteps: execution.maxSteps,
    ...given({ cassette }),
    ...(earlyStopping && mayStopEarly(grading) && { earlyStopping }),
    ...(minimumPassRate !== undefined && !grading && { passCriteria: { minimumPassRate } }),
    ...given({ budget, baseline, notes }),
  };
}

const namedHostOf = ({ id, source }: RunClient): Pick<CreateEvalRun, 'namedHostId'> =>
  source === 'attached_host' && id !== null ? { namedHostId: id } : {};
