import type { EvalIteration } from '@assay/contract/areas/iterations/documents';
import { given } from '@assay/contract/given';
import type { Iteration, IterationUsage } from './iteration.ts';

/** An iteration as the API shows it. */
export function iterationRecord(projectId: string, iteration: Iteration): EvalIteration {
  const {
    id,
    runId,
    caseId,
    title,
    iterationNumber,
    status,
    result,
    waiting,
    model,
    startedAt,
    durationMs,
    grade,
    usage,
    blame,
    judge,
    errorCode,
    errorMessage,
  } = iteration;
  return {
    id,
    testCaseId: caseId,
    title,
    iterationNumber,
    status,
    result,
    ...(waiting?.reason === 'budget' && {
      waitingFor: { reason: 'budget', budgetId: waiting.subjectId, message: waiting.message },
    }),
    model,
    provider: model?.split('/')[0] ?? null,
    startedAt: startedAt?.getTime() ?? null,
    durationMs,
    tokensUsed: grade?.tokensUsed ?? null,
    usage: usage && usageRecord(usage),
    ...(blame && { failureSource: blame }),
    actualToolCalls: grade?.actualToolCalls ?? [],
    expectedToolCalls: grade?.expectedToolCalls ?? [],
    ...given({ callComparison: grade?.callComparison }),
    checks: grade?.checks ?? [],
    faults: grade?.faults ?? [],
    steps: grade?.stepOutcomes ?? [],
    scores: grade?.scores ?? null,
    evaluatorError: iteration.evaluatorError,
    ...(judge && { judge }),
    error: errorMessage,
    ...(errorCode && { errorCode }),
    tracePath: `/projects/${projectId}/eval-runs/${runId}/iterations/${id}/trace`,
  };
}

const usageRecord = ({
  inputTokens,
  outputTokens,
  modelCalls,
  costMicros,
}: IterationUsage): NonNullable<EvalIteration['usage']> | null =>
  inputTokens === null || outputTokens === null
    ? null
    : {
        inputTokens,
        outputTokens,
        totalTokens: inputTokens + outputTokens,
        modelCalls,
        costUsd: costMicros === null ? null : costMicros / 1_000_000,
      };
