import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { CreateEvalRun } from '@assay/contract/areas/eval-runs/launch';
import type { RunExecution } from '@assay/contract/areas/eval-runs/execution';
import type { EarlyStopping } from '@assay/contract/areas/analysis/statistics';
import { given } from '@assay/contract/given';
import type { CaseGrading } from '@assay/mesh/gen/assay/v1/suites';
import { conflict } from '@assay/contract/problem';
import type { ValidityPolicy } from '@assay/contract/areas/analysis/decision';
import { layerMatchOptions } from '@assay/grading/matching/match-options';
import { EARLY_STOPPING } from '@assay/grading/statistics/sequential';
import { assertImportsApproved, assertLossesAllowed, splitByImport } from './import-claims.ts';
import { faultProblem } from '@assay/contract/fault';

/** Model calls per prompt when a launch sets no limit. */
export const MAX_STEPS = 20;

/**
 * The selected cases in the suite's order, with the launch's settings on top, and the cases that are left out because
 * they cannot run.
 */
export function chooseCases(cases: FrozenCase[], body: CreateEvalRun): { chosen: FrozenCase[]; leftOut: FrozenCase[] } {
  const selected = selectCases(cases, body.caseIds);
  assertLossesAllowed(selected, body);
  const { runnable, lost } = splitByImport(selected);
  const chosen = runnable.map((each) => overridden(each, body));
  assertImportsApproved(chosen, body);
  return { chosen, leftOut: lost };
}

/** The cases that a request names, or all, in the suite's order. */
export function selectCases(cases: FrozenCase[], caseIds: string[] | undefined): FrozenCase[] {
  const known = new Set(cases.map(({ id }) => id));
  caseIds?.forEach((id, i) => {
    if (!known.has(id)) throw faultProblem({ path: `/caseIds/${i}`, message: 'is not a case of the suite' });
  });
  const wanted = caseIds && new Set(caseIds);
  const selected = wanted ? cases.filter(({ id }) => wanted.has(id)) : cases;
  if (selected.length === 0) throw conflict('The suite has no cases to run.');
  return selected;
}

function overridden(each: FrozenCase, { matchOptionsOverride, iterationOverride }: CreateEvalRun): FrozenCase {
  const matchOptions = layerMatchOptions(each.matchOptions, matchOptionsOverride);
  return { ...each, iterations: iterationOverride ?? each.iterations, ...given({ matchOptions }) };
}

/** @throws when a case would be tried more often than the organization allows. */
export function assertRepetitions(
  cases: FrozenCase[],
  { iterationOverride, tests }: CreateEvalRun,
  { maxRepetitions }: { maxRepetitions: number },
): void {
  const position = cases.findIndex(({ iterations }) => iterations > maxRepetitions);
  if (position < 0) return;
  const { title, iterations } = cases[position]!;
  const path = iterationOverride !== undefined ? '/iterationOverride' : tests ? `/tests/${position}` : '/suiteId';
  throw faultProblem(
    {
      path,
      message: `would try the case "${title}" ${iterations} times; a run of this organization tries a case at most ${maxRepetitions} times`,
    },
    { limit: 'repetitions', allowedValue: maxRepetitions, currentValue: iterations },
  );
}

/** When a run that is graded per case has enough iterations for a decision; such a run has no accuracy to reach. */
export function validityOf(
  grading: CaseGrading | undefined,
  { passCriteria }: CreateEvalRun,
): ValidityPolicy | undefined {
  if (!grading) return undefined;
  if (passCriteria)
    throw faultProblem({ path: '/passCriteria', message: 'cannot be combined with a suite that grades per case' });
  const { minEligibleTrials, minCompletionRate, maxEvaluatorErrorRate } = grading;
  const coverage =
    minEligibleTrials > 0
      ? { kind: 'minEligibleTrials' as const, minEligibleTrials }
      : { kind: 'allConfiguredTrialsAttempted' as const, minGradeableTrials: 1 as const };
  return { coverage, minCompletionRate, maxEvaluatorErrorRate };
}

/** When cases may end early; only grading per case allows that. */
export function earlyStoppingOf(
  grading: CaseGrading | undefined,
  { earlyStopping }: CreateEvalRun,
): EarlyStopping | undefined {
  if (!earlyStopping) return undefined;
  if (!grading) throw faultProblem({ path: '/earlyStopping', message: 'needs a suite that grades per case' });
  if (!mayStopEarly(grading))
    throw faultProblem({
      path: '/earlyStopping',
      message: 'cannot be combined with a suite whose validity.minEligibleTrials requires a number of trials per case',
    });
  return { ...EARLY_STOPPING, ...earlyStopping };
}

/** Whether the grading allows cases to end early. */
export const mayStopEarly = (grading: CaseGrading | undefined): boolean => grading?.minEligibleTrials === 0;

/** The settings for the turns of a run's models. */
export function executionOf(
  { systemPrompt, temperature }: { systemPrompt?: string; temperature?: number | undefined },
  { toolApproval, maxSteps }: CreateEvalRun,
): RunExecution {
  return {
    ...(systemPrompt && { systemPrompt }),
    ...given({ temperature }),
    toolApproval: toolApproval ?? 'auto',
    maxSteps: maxSteps ?? MAX_STEPS,
  };
}
