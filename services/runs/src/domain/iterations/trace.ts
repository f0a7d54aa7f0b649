import type { Static } from 'typebox';
import type { Trace } from '@assay/contract/areas/iterations/trace';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import type { TraceChunk } from '@assay/contract/areas/transcripts/trace';
import { assembleTrace } from '@assay/transcripts/assemble-trace';
import type { IterationGrade } from './iteration.ts';

const NOTHING: Pick<Transcript, 'messages' | 'steps' | 'toolCalls'> = { messages: [], steps: [], toolCalls: [] };

/** The stored data of an iteration: its transcript, its grade, and the parts of its trace. */
export interface RecordedAttempt {
  transcript: Transcript | undefined;
  grade: IterationGrade | null;
  traceId: string | undefined;
  chunks: TraceChunk[];
}

/** The trace of an iteration in the form of the API. */
export function iterationTrace(
  iterationId: string,
  { transcript, grade, traceId, chunks }: RecordedAttempt,
): Static<typeof Trace> {
  const { steps, ...seen } = transcript ?? NOTHING;
  const outcomes = new Map(grade?.stepOutcomes.map((outcome) => [outcome.stepId, outcome]));
  return {
    iterationId,
    ...(traceId !== undefined && { traceId }),
    ...seen,
    steps: steps.map((step) => {
      const { status, reason } = outcomes.get(step.stepId) ?? step;
      return { ...step, status, ...(reason && { reason }) };
    }),
    checks: grade?.checks ?? [],
    ...assembleTrace(chunks),
  };
}
