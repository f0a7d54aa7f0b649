import type { RunStopped } from '@assay/contract/areas/eval-runs/documents';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import {
  Blame as ReportedBlame,
  Outcome,
  type IterationReport,
  type ModelUsage,
  type RunStop,
} from '@assay/contract/gen/assay/v1/work';
import { compress } from '@assay/kit/compress';
import { keptText } from '@assay/kit/text/kept-text';
import { maskedJson, withoutSecrets } from '@assay/transcripts/mask';
import type { End } from '../../actions/work/settle-iterations.ts';
import { gradedTrial } from '../../domain/iterations/graded-trial.ts';
import type { Blame, IterationStatus, IterationUsage } from '../../domain/iterations/iteration.ts';
import type { FrozenRun } from '../../store/eval-runs/cases.ts';
import { storedParts } from '../iterations/stored-parts.ts';

/** Of an error's message, which servers write, and of its code. */
const [MAX_MESSAGE, MAX_CODE] = [2_000, 100];
const MAX_INTEGER = 2 ** 31 - 1;

const statuses: Record<Outcome, IterationStatus> = {
  [Outcome.UNSPECIFIED]: 'failed',
  [Outcome.COMPLETED]: 'completed',
  [Outcome.FAILED]: 'failed',
  [Outcome.SETUP_FAILED]: 'setup_failed',
  [Outcome.TIMED_OUT]: 'timed_out',
  [Outcome.CANCELLED]: 'cancelled',
  [Outcome.BLOCKED]: 'skipped',
};

const blames: Record<ReportedBlame, Blame | null> = {
  [ReportedBlame.UNSPECIFIED]: null,
  [ReportedBlame.SERVER]: 'server',
  [ReportedBlame.PROVIDER]: 'provider',
  [ReportedBlame.PLATFORM]: 'platform',
  [ReportedBlame.CASSETTE]: 'cassette',
};

/** A runner's report as it is stored: graded against what the run froze, the evidence compressed. Rejects when it cannot be read or graded. */
export async function endOf(
  report: IterationReport,
  iteration: { runId: string; casePosition: number },
  run: FrozenRun,
): Promise<End> {
  const status = statuses[report.outcome];
  const transcript =
    report.transcript.length > 0 ? (JSON.parse(report.transcript.toString()) as Transcript) : undefined;
  const blame = status === 'completed' ? null : blames[report.blame];
  const errorCode = keptText(report.errorCode, MAX_CODE) || null;
  const grade = transcript
    ? gradedTrial(run.cases.get(iteration.casePosition)!, run.checks, transcript, {
        status,
        blame,
        errorCode,
        hasServers: run.hasServers,
      })
    : null;
  if (status === 'completed' && !grade)
    throw new Error('an iteration is said to have completed, and nothing shows what it did');
  return {
    id: report.iterationId,
    fence: report.fence,
    runId: iteration.runId,
    status,
    result: status === 'completed' && grade ? grade.result : null,
    durationMs: integer(report.durationMs),
    errorCode,
    errorMessage: keptText(report.errorMessage, MAX_MESSAGE) || null,
    blame,
    usage: report.usage ? usageOf(report.usage) : null,
    // Its reasons quote what the server said.
    grade: withoutSecrets(grade, report.secrets),
    transcript: transcript ? await compress(maskedJson(transcript, report.secrets)) : null,
    parts: await storedParts(report),
    ...(report.stop && status === 'skipped' && { stop: stopOf(report.stop) }),
  };
}

/** The end of an iteration of which the report says nothing that can be understood: a failure of ours. */
export const unreadable = async (report: IterationReport, { runId }: { runId: string }): Promise<End> => ({
  id: report.iterationId,
  fence: report.fence,
  runId,
  status: 'failed',
  result: null,
  durationMs: 0,
  blame: 'platform',
  errorCode: 'INVALID_REPORT',
  errorMessage: 'What the runner reported of this iteration could not be read or graded.',
  usage: null,
  grade: null,
  transcript: null,
  parts: await storedParts(report),
});

const usageOf = ({ inputTokens, outputTokens, calls, costMicros }: ModelUsage): IterationUsage => ({
  inputTokens: integer(inputTokens),
  outputTokens: integer(outputTokens),
  modelCalls: integer(calls),
  costMicros: costMicros ?? null,
});

/** A count or a time as its column can hold it. */
function integer(reported: number): number {
  if (reported < 0 || reported > MAX_INTEGER) throw new RangeError(`${reported} is no count that can be kept`);
  return reported;
}

const stopOf = ({ code, message, resetsAtMs, budgetId }: RunStop): RunStopped => ({
  code: code as RunStopped['code'],
  message: keptText(message, MAX_MESSAGE),
  ...(resetsAtMs > 0 && { resetsAt: resetsAtMs }),
  ...(budgetId && { budgetId }),
});
