import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { IngestResult } from '@assay/contract/areas/ingestion/documents';
import type { TraceSpan } from '@assay/contract/areas/transcripts/trace';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { gradeIteration } from '@assay/grading/iteration/grade-iteration';
import type { CheckResult } from '@assay/grading/iteration/judge-checks';
import { given } from '@assay/contract/given';
import { firstFailure } from '@assay/grading/stages/first-failure';
import { stageChain } from '@assay/grading/stages/chain';
import { failedVerdict, passedVerdict } from '@assay/grading/assertions/verdict';
import type { IterationGrade, IterationUsage } from '../iterations/iteration.ts';
import { importTrace } from './imported-trace.ts';

/** A result, converted to our formats. */
export interface ImportedIteration {
  transcript: Transcript;
  spans: TraceSpan[];
  grade: IterationGrade;
  usage: IterationUsage | null;
}

/** Converts a result of an executed iteration. */
export function importIteration(frozen: FrozenCase, result: IngestResult): ImportedIteration {
  const { transcript, spans } = transcriptOf(frozen, result);
  return {
    transcript,
    spans,
    grade: gradeOf(frozen, result, transcript),
    usage: usageOf(result),
  };
}

function transcriptOf(
  { steps }: FrozenCase,
  { query, actualToolCalls = [], tokens, durationMs = 0, trace, ...result }: IngestResult,
) {
  const { messages, spans, rest } = importTrace(trace);
  const imported = { ...kept(result), ...(rest !== undefined && { trace: rest }) };
  const transcript: Transcript = {
    version: 1,
    userMessages: 1,
    messages: messages.length > 0 || !query ? messages : [{ role: 'user', content: query, promptIndex: 0 }],
    steps: steps.map(({ id: stepId, kind }, stepIndex) => ({
      stepId,
      stepIndex,
      kind,
      status: kind === 'prompt' ? 'ok' : 'pending',
      startMs: kind === 'prompt' ? 0 : durationMs,
      endMs: durationMs,
    })),
    toolCalls: actualToolCalls.map(({ toolName, arguments: args = {} }, i) => ({
      id: `call_${i + 1}`,
      stepId: 'prompt',
      stepIndex: 0,
      promptIndex: 0,
      serverId: '',
      serverName: '',
      toolName,
      arguments: args,
      isError: false,
      startMs: 0,
    })),
    ...(tokens && {
      usage: {
        ...named('inputTokens', tokens.input),
        ...named('outputTokens', tokens.output),
        ...named('totalTokens', tokens.total),
      },
    }),
    // Its reporter observed no widget, so assertions about one fail; no browser of ours could have watched.
    renderings: [],
    ...(Object.keys(imported).length > 0 && { imported }),
  };
  return { transcript, spans };
}

/** The fields that are kept unchanged, for people who read the trace. */
function kept({
  errorDetails,
  metadata,
  advancedConfig,
  widgetSnapshots,
}: Omit<IngestResult, 'trace'>): Record<string, unknown> {
  return {
    ...named('errorDetails', errorDetails),
    ...named('metadata', metadata),
    ...named('advancedConfig', advancedConfig),
    ...named('widgetSnapshots', widgetSnapshots),
  };
}

const named = <T>(key: string, value: T | undefined): Record<string, T> =>
  value === undefined ? {} : { [key]: value };

/**
 * Grades an imported iteration; the reporter's verdict stands. Our checks explain a failed iteration; checks that
 * contradict a passed one become advisory. The reported verdict comes last, because checks and scores are matched by
 * place, and it has no score.
 */
function gradeOf(frozen: FrozenCase, result: IngestResult, transcript: Transcript): IterationGrade {
  const graded = gradeIteration(frozen, [], transcript);
  const checks = result.passed
    ? graded.checks.map((check) => (check.status === 'passed' ? check : { ...check, role: 'advisory' as const }))
    : graded.checks;
  const grade: IterationGrade = {
    ...graded,
    result: result.passed ? 'passed' : 'failed',
    evaluatorError: false,
    checks: [...checks, reported(result)],
    faults: result.passed ? [] : graded.faults,
    tokensUsed: totalOf(result),
  };
  const trial = { transcript, grade, status: 'completed', blame: null, errorCode: null, hasServers: true };
  return { ...grade, chain: stageChain(trial), ...given({ failure: firstFailure(trial) }) };
}

/** The reporter's verdict as a check. */
const reported = (result: IngestResult): CheckResult => ({
  type: 'reportedResult',
  source: 'case',
  role: 'gating',
  stage: 'userValue',
  ...(result.passed
    ? passedVerdict('Its reporter says that the trial passed.')
    : failedVerdict(result.error || 'Its reporter says that the trial failed.')),
});

function totalOf({ tokens }: IngestResult): number | null {
  if (!tokens) return null;
  return Math.max(tokens.total ?? 0, (tokens.input ?? 0) + (tokens.output ?? 0));
}

/** A total without parts counts as input, so that sums are right. */
function usageOf(result: IngestResult): IterationUsage | null {
  const total = totalOf(result);
  if (total === null) return null;
  const { output = 0 } = result.tokens!;
  return {
    inputTokens: Math.max(0, total - output),
    outputTokens: output,
    modelCalls: 0,
    costMicros: null,
  };
}
