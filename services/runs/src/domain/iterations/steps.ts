import type { EvalRunStep } from '@assay/contract/areas/iterations/steps';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { IterationGrade, IterationStatus } from './iteration.ts';

/** The state of each step of a case: from the grade, or else pending or skipped. */
export function stepsOf({ steps }: FrozenCase, status: IterationStatus, grade: IterationGrade | null): EvalRunStep[] {
  if (!grade) {
    const unreached = status === 'pending' || status === 'running' ? 'pending' : 'skipped';
    return steps.map(({ id: stepId, kind }, stepIndex) => ({
      stepId,
      stepIndex,
      kind,
      status: unreached,
      reason: null,
    }));
  }
  const calls = Map.groupBy(grade.actualToolCalls, ({ stepId }) => stepId);
  return grade.stepOutcomes.map((outcome) => {
    const toolCalls = calls.get(outcome.stepId);
    return { ...outcome, kind: outcome.kind as EvalRunStep['kind'], ...(toolCalls && { evidence: { toolCalls } }) };
  });
}
