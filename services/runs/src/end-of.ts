import type { Transcript } from '@assay/contract/documents/transcript';
import { Outcome, type IterationReport } from '@assay/contract/gen/assay/v1/work';
import { gradeIteration } from '@assay/grading/grade-iteration';
import { compress } from '@assay/kit/compress';
import { keptText } from '@assay/kit/kept-text';
import type { End } from './actions/settle-iterations.ts';
import type { FrozenRun } from './store/cases.ts';
import type { IterationGrade, IterationStatus } from './domain/iteration.ts';

/** Of an error's message; servers write it. */
const MAX_MESSAGE = 2_000;

const statuses: Record<Outcome, IterationStatus> = {
  [Outcome.UNSPECIFIED]: 'failed', [Outcome.COMPLETED]: 'completed', [Outcome.FAILED]: 'failed',
  [Outcome.SETUP_FAILED]: 'setup_failed', [Outcome.TIMED_OUT]: 'timed_out', [Outcome.CANCELLED]: 'cancelled', [Outcome.BLOCKED]: 'skipped',
};

/** A runner's report as it is stored: graded against what the run froze, the evidence compressed. */
export async function endOf(report: IterationReport, iteration: { runId: string; casePosition: number }, run: FrozenRun): Promise<End> {
  const status = statuses[report.outcome];
  const transcript = report.transcript.length > 0 ? JSON.parse(report.transcript.toString()) as Transcript : undefined;
  const grade = transcript ? gradeOf(run, iteration.casePosition, transcript) : null;
  return {
    id: report.iterationId, fence: report.fence, runId: iteration.runId, status,
    result: status === 'completed' && grade ? grade.result : null,
    durationMs: report.durationMs, errorCode: report.errorCode || null, errorMessage: keptText(report.errorMessage, MAX_MESSAGE) || null, grade,
    transcript: transcript ? await compress(report.transcript) : null,
    parts: report.parts.map(({ index: part, body }) => ({ iterationId: report.iterationId, fence: report.fence, part, body })),
  };
}

function gradeOf(run: FrozenRun, casePosition: number, transcript: Transcript): IterationGrade {
  const { totalTokens, inputTokens = 0, outputTokens = 0 } = transcript.usage ?? {};
  return {
    ...gradeIteration(run.cases.get(casePosition)!, run.checks, transcript),
    tokensUsed: transcript.usage ? Math.max(totalTokens ?? 0, inputTokens + outputTokens) : null,
  };
}
