import type { RunStopped } from '@assay/contract/documents/run';
import type { Transcript } from '@assay/contract/documents/transcript';
import { Blame as ReportedBlame, Outcome, type IterationReport, type ModelUsage, type RunStop } from '@assay/contract/gen/assay/v1/work';
import { compress } from '@assay/kit/compress';
import { keptText } from '@assay/kit/kept-text';
import type { End } from './actions/settle-iterations.ts';
import { gradedTrial } from './domain/graded-trial.ts';
import type { Blame, IterationStatus, IterationUsage } from './domain/iteration.ts';
import type { FrozenRun } from './store/cases.ts';

/** Of an error's message; servers write it. */
const MAX_MESSAGE = 2_000;

const statuses: Record<Outcome, IterationStatus> = {
  [Outcome.UNSPECIFIED]: 'failed', [Outcome.COMPLETED]: 'completed', [Outcome.FAILED]: 'failed',
  [Outcome.SETUP_FAILED]: 'setup_failed', [Outcome.TIMED_OUT]: 'timed_out', [Outcome.CANCELLED]: 'cancelled', [Outcome.BLOCKED]: 'skipped',
};

const blames: Record<ReportedBlame, Blame | null> = {
  [ReportedBlame.UNSPECIFIED]: null, [ReportedBlame.SERVER]: 'server', [ReportedBlame.PROVIDER]: 'provider',
  [ReportedBlame.PLATFORM]: 'platform', [ReportedBlame.CASSETTE]: 'cassette',
};

/** A runner's report as it is stored: graded against what the run froze, the evidence compressed. */
export async function endOf(report: IterationReport, iteration: { runId: string; casePosition: number }, run: FrozenRun): Promise<End> {
  const status = statuses[report.outcome];
  const transcript = report.transcript.length > 0 ? JSON.parse(report.transcript.toString()) as Transcript : undefined;
  const blame = status === 'completed' ? null : blames[report.blame];
  const errorCode = report.errorCode || null;
  const grade = transcript ? gradedTrial(run.cases.get(iteration.casePosition)!, run.checks, transcript, { status, blame, errorCode }) : null;
  return {
    id: report.iterationId, fence: report.fence, runId: iteration.runId, status,
    result: status === 'completed' && grade ? grade.result : null,
    durationMs: report.durationMs, errorCode, errorMessage: keptText(report.errorMessage, MAX_MESSAGE) || null,
    blame, usage: report.usage ? usageOf(report.usage) : null, grade,
    transcript: transcript ? await compress(report.transcript) : null,
    parts: report.parts.map(({ index: part, body }) => ({ iterationId: report.iterationId, fence: report.fence, part, body })),
    ...(report.stop && status === 'skipped' && { stop: stopOf(report.stop) }),
  };
}

const usageOf = ({ inputTokens, outputTokens, calls, costMicros }: ModelUsage): IterationUsage =>
  ({ inputTokens, outputTokens, modelCalls: calls, costMicros: costMicros ?? null });

const stopOf = ({ code, message, resetsAtMs, budgetId }: RunStop): RunStopped => ({
  code: code as RunStopped['code'], message: keptText(message, MAX_MESSAGE),
  ...(resetsAtMs > 0 && { resetsAt: resetsAtMs }), ...(budgetId && { budgetId }),
});
