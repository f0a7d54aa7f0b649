import type { Static } from 'typebox';
import type { Trace } from '@assay/contract/areas/iterations/trace';
import type { TraceChunk } from '@assay/contract/areas/transcripts/trace';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { redactDocument } from '@assay/kit/security/redact';
import type { IterationGrade } from './iteration.ts';

const NOTHING: Pick<Transcript, 'messages' | 'steps' | 'toolCalls'> = { messages: [], steps: [], toolCalls: [] };

/**
 * Puts the trace of an iteration together: what the runner saw, what grading made of its steps, and what was on the wire.
 * Grading read the evidence as it came; what looks like a secret is masked only here, where people read it.
 */
export function assembleTrace(
  iterationId: string,
  transcript: Transcript | undefined,
  grade: IterationGrade | null,
  chunks: TraceChunk[],
): Static<typeof Trace> {
  const traceId = chunks.find((chunk) => chunk.traceId !== undefined)?.traceId;
  const { steps, ...seen } = redactDocument(transcript ?? NOTHING);
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
    spans: chunks.flatMap((chunk) => chunk.spans).sort((a, b) => a.startMs - b.startMs),
    wire: redactDocument(chunks.flatMap((chunk) => chunk.wire).sort((a, b) => a.atMs - b.atMs)),
    ...(chunks.some(({ cut }) => cut) && { cut: true }),
  };
}
