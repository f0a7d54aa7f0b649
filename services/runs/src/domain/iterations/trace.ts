import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import type { IterationGrade } from './iteration.ts';

/** The fields of a trace that are not shown as they were stored. */
export interface GradedTrace {
  iterationId: string;
  traceId: string | undefined;
  /** The steps of the transcript. */
  steps: Transcript['steps'];
  grade: IterationGrade | null;
}

/** The beginning of a trace in the form of the API, with the grades of its steps. */
export function gradedTrace({ iterationId, traceId, steps, grade }: GradedTrace) {
  const outcomes = new Map(grade?.stepOutcomes.map((outcome) => [outcome.stepId, outcome]));
  return {
    iterationId,
    ...given({ traceId }),
    steps: steps.map((step) => {
      const { status, reason } = outcomes.get(step.stepId) ?? step;
      return { ...step, status, ...(reason && { reason }) };
    }),
    checks: grade?.checks ?? [],
    ...given({ expectedToolCalls: grade?.expectedToolCalls, callComparison: grade?.callComparison }),
  };
}
