import type { RunStopped } from '@assay/contract/areas/eval-runs/documents';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import {
  Blame as ReportedBlame,
  IterationOutput,
  Outcome,
  type MetSurface,
  type ModelUsage,
  type RunStop,
} from '@assay/mesh/gen/assay/v1/iterations';
import { keptText } from '@assay/kit/text/kept-text';
import { withoutSecrets } from '@assay/contract/areas/servers/secret-values';
import { storedTranscript } from '@assay/transcripts/stored-transcript';
import type { IterationEnd } from '../../actions/work/settle-iterations.ts';
import { gradedTrial } from '../../domain/iterations/graded-trial.ts';
import type { Blame, IterationStatus, IterationUsage } from '../../domain/iterations/iteration.ts';
import { keptScreenshots } from '../../domain/iterations/kept-screenshots.ts';
import type { FrozenRun } from '../../store/eval-runs/frozen-runs.ts';
import type { TracePart } from '@assay/transcripts/trace-parts';
import type { IterationScreenshot } from '../../store/iterations/screenshots.ts';
import { storedParts } from '../iterations/stored-parts.ts';
import type { HeldIteration } from '../../store/work/leases.ts';

/** The length of an error's message, which servers write, and of its code, in characters. */
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

/**
 * The stored form of a runner's report: graded against the frozen case, the evidence compressed. Rejects when it cannot
 * be read or graded.
 */
export async function endOf(
  report: IterationOutput,
  iteration: HeldIteration,
  { spec, cases }: FrozenRun,
): Promise<IterationEnd> {
  const status = statuses[report.outcome];
  const transcript =
    report.transcript.length > 0 ? (JSON.parse(report.transcript.toString()) as Transcript) : undefined;
  const blame = status === 'completed' ? null : blames[report.blame];
  const errorCode = keptText(report.errorCode, MAX_CODE) || null;
  const grade = transcript
    ? gradedTrial(cases.get(iteration.casePosition)!, spec.checks, transcript, {
        status,
        blame,
        errorCode,
        hasServers: spec.servers.length > 0,
      })
    : null;
  if (status === 'completed' && !grade)
    throw new Error('an iteration is said to have completed, and nothing shows what it did');
  return {
    ...nothingKnown(iteration),
    status,
    result: status === 'completed' && grade ? grade.result : null,
    durationMs: integer(report.durationMs),
    errorCode,
    errorMessage: keptText(report.errorMessage, MAX_MESSAGE) || null,
    blame,
    usage: report.usage ? usageOf(report.usage) : null,
    // Reasons quote texts of the server.
    grade: withoutSecrets(grade, report.secrets),
    transcript: transcript ? await storedTranscript(transcript, report.secrets) : null,
    parts: await partsOf(report, iteration),
    screenshots: screenshotsOf(report, iteration),
    surfaces: surfacesOf(report, spec),
    ...(report.stop && status === 'skipped' && { stop: stopOf(report.stop) }),
  };
}

/** The end of an iteration whose report cannot be read: a failure of the platform. */
export const unreadable = async (output: Buffer, iteration: HeldIteration): Promise<IterationEnd> => ({
  ...nothingKnown(iteration),
  blame: 'platform',
  errorCode: 'INVALID_REPORT',
  errorMessage: 'What the runner reported of this iteration could not be read or graded.',
  parts: await partsOf(readable(output), iteration),
});

/** The end of an iteration that no runner ended. */
export const lostEnd = (
  iteration: HeldIteration,
  { code, message }: { code: string; message: string },
): IterationEnd => ({
  ...nothingKnown(iteration),
  blame: 'platform',
  errorCode: keptText(code, MAX_CODE),
  errorMessage: keptText(message, MAX_MESSAGE),
});

/** The evidence of an iteration that its runner broke off or did not begin. */
export async function brokenOff(output: Buffer, iteration: HeldIteration): Promise<IterationEnd> {
  const seen = readable(output);
  const transcript = seen && transcriptIn(seen.transcript);
  const durationMs = seen && seen.durationMs >= 0 && seen.durationMs <= MAX_INTEGER ? seen.durationMs : 0;
  return {
    ...nothingKnown(iteration),
    status: 'cancelled',
    durationMs,
    transcript: transcript ? await storedTranscript(transcript, seen?.secrets) : null,
    parts: await partsOf(seen, iteration),
  };
}

/** An end with the iteration alone. */
const nothingKnown = ({ id, fence, runId }: HeldIteration): IterationEnd => ({
  id,
  fence,
  runId,
  status: 'failed',
  result: null,
  durationMs: 0,
  errorCode: null,
  errorMessage: null,
  blame: null,
  usage: null,
  grade: null,
  transcript: null,
  parts: [],
  screenshots: [],
  surfaces: [],
});

function readable(output: Buffer): IterationOutput | undefined {
  try {
    return output.length > 0 ? IterationOutput.decode(output) : undefined;
  } catch {
    return undefined;
  }
}

function transcriptIn(written: Buffer): Transcript | undefined {
  try {
    const transcript = JSON.parse(written.toString()) as Transcript;
    return Array.isArray(transcript.steps) ? transcript : undefined;
  } catch {
    return undefined;
  }
}

const partsOf = (
  report: IterationOutput | undefined,
  { id: iterationId, fence }: HeldIteration,
): Promise<TracePart[]> => storedParts({ iterationId, fence, parts: report?.parts ?? [] });

const screenshotsOf = (
  { screenshots }: IterationOutput,
  { id: iterationId, fence }: HeldIteration,
): IterationScreenshot[] => keptScreenshots(screenshots).map(({ id, body }) => ({ iterationId, fence, id, body }));

const HASH = /^[0-9a-f]{64}$/;

/** The surfaces of the run's own servers. */
const surfacesOf = ({ surfaces }: IterationOutput, { servers }: FrozenRun['spec']): MetSurface[] =>
  surfaces.filter(({ serverId, hash }) => HASH.test(hash) && servers.some(({ id }) => id === serverId));

const usageOf = ({ inputTokens, outputTokens, isUnreported, calls, costMicros }: ModelUsage): IterationUsage => ({
  inputTokens: isUnreported ? null : integer(inputTokens),
  outputTokens: isUnreported ? null : integer(outputTokens),
  modelCalls: integer(calls),
  costMicros: costMicros ?? null,
});

/** A count or a time within the bounds of its column. */
function integer(reported: number): number {
  if (reported < 0 || reported > MAX_INTEGER) throw new RangeError(`${reported} is not a count that can be kept`);
  return reported;
}

const stopOf = ({ code, message, resetsAtMs, budgetId }: RunStop): RunStopped => ({
  code: code as RunStopped['code'],
  message: keptText(message, MAX_MESSAGE),
  ...(resetsAtMs > 0 && { resetsAt: resetsAtMs }),
  ...(budgetId && { budgetId }),
});
