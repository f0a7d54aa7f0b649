import type { EvalRunStep } from '@assay/contract/areas/iterations/steps';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { given } from '@assay/contract/given';
import { locatorLabel } from './locator-label.ts';
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
  const byId = new Map(steps.map((step) => [step.id, step]));
  return grade.stepOutcomes.map(({ screenshotUrl, ...outcome }) => {
    const toolCalls = calls.get(outcome.stepId);
    const step = byId.get(outcome.stepId);
    const label = step && locatorLabel(step);
    const evidence = {
      toolCalls: toolCalls ?? [],
      ...given({ screenshotUrl, locatorLabel: label }),
    };
    const isSeen = Object.keys(evidence).length > 1 || toolCalls !== undefined;
    return { ...outcome, kind: outcome.kind as EvalRunStep['kind'], ...(isSeen && { evidence }) };
  });
}
