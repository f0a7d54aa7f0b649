import type { EvalRerunPreview } from '@assay/contract/areas/eval-runs/rerun';
import type { CreateEvalRun } from '@assay/contract/areas/eval-runs/launch';
import type { RunClient } from '@assay/contract/areas/eval-runs/run-spec';
import type { CaseGrading } from '@assay/mesh/gen/assay/v1/suites';
import { mayStopEarly } from './launch.ts';
import type { Run } from './run.ts';

/** One distinct ending of a case's iterations. */
export interface IterationEnd {
  caseId: string;
  status: string;
  result: string | null;
  evaluatorError: boolean;
}

type Reason = keyof EvalRerunPreview['reasons'];
type Excluded = keyof EvalRerunPreview['excluded'];

/** The worst first: the worst iteration of a case decides. */
const REASONS = [
  'failed',
  'evaluator_error',
  'timed_out',
  'execution_failed',
  'setup_failed',
  'pending',
] as const satisfies Reason[];
const EXCLUDED = ['cancelled', 'passed', 'skipped'] as const satisfies Excluded[];
const worstFirst: readonly (Reason | Excluded)[] = [...REASONS, ...EXCLUDED];

const ofStatus: Record<string, Reason | Excluded> = {
  pending: 'pending',
  running: 'pending',
  failed: 'execution_failed',
  setup_failed: 'setup_failed',
  timed_out: 'timed_out',
  cancelled: 'cancelled',
  skipped: 'skipped',
};

/** The reason to try a case again, or to leave it out, by one iteration. */
function sayOf({ status, result, evaluatorError }: IterationEnd): Reason | Excluded {
  if (status !== 'completed') return ofStatus[status]!;
  if (evaluatorError || result === null) return 'evaluator_error';
  return result === 'passed' ? 'passed' : 'failed';
}

const TERMINAL = new Set(['completed', 'failed', 'cancelled', 'timed_out']);

/** The cases of a run to try again: failed ones that the suite still has, in its order. */
export function rerunPreview(
  { id, suiteId, status }: Run,
  outcomes: IterationEnd[],
  caseIds: string[],
): EvalRerunPreview {
  const says = new Map<string, Reason | Excluded>();
  for (const [caseId, of] of Map.groupBy(outcomes, (outcome) => outcome.caseId)) {
    const heard = new Set(of.map(sayOf));
    says.set(
      caseId,
      worstFirst.find((each) => heard.has(each))!,
    );
  }
  const tally = <K extends string>(names: readonly K[]) =>
    Object.fromEntries(names.map((name) => [name, [...says.values()].filter((say) => say === name).length])) as Record<
      K,
      number
    >;
  const isReason = new Set<string | undefined>(REASONS);
  const selectedCaseIds = caseIds.filter((caseId) => isReason.has(says.get(caseId)));
  const sourceTerminal = TERMINAL.has(status);
  return {
    runId: id,
    suiteId,
    scope: 'failed_cases',
    sourceStatus: status,
    sourceTerminal,
    totalCaseCount: says.size,
    selectedCaseCount: selectedCaseIds.length,
    selectedCaseIds,
    reasons: tally(REASONS),
    excluded: tally(EXCLUDED),
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
    notes,
  } = spec;
  return {
    suiteId,
    caseIds,
    ...(environment
      ? { environmentId: environment.id }
      : { serverIds: servers.map(({ id }) => id), ...namedHostOf(client) }),
    ...(modelSource === 'override' && effectiveModel !== null && { model: effectiveModel }),
    ...(skillsOverride && { skillsOverride }),
    toolApproval: execution.toolApproval,
    maxSteps: execution.maxSteps,
    ...(cassette && { cassette }),
    ...(earlyStopping && mayStopEarly(grading) && { earlyStopping }),
    ...(minimumPassRate !== undefined && !grading && { passCriteria: { minimumPassRate } }),
    ...(budget && { budget }),
    ...(notes !== undefined && { notes }),
  };
}

const namedHostOf = ({ id, source }: RunClient): Pick<CreateEvalRun, 'namedHostId'> =>
  source === 'attached_host' && id !== null ? { namedHostId: id } : {};
