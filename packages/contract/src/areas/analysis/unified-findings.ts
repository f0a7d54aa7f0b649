import type { Insights, UnifiedFindings } from './insights.ts';

type Made = Pick<
  Insights,
  'status' | 'reasonCode' | 'updatedAt' | 'generatedAt' | 'coverage' | 'truncation' | 'findings' | 'explainedBy'
>;

/** How far the findings of insights are made. */
export function unifiedFindingsOf(made: Made): UnifiedFindings {
  const { status, reasonCode, updatedAt, generatedAt, findings, explainedBy } = made;
  const { analyzed, total, unit } = made.coverage;
  const isComplete = status === 'completed';
  const isPending = status === 'pending';
  return {
    capability: 'unified_findings_v1',
    snapshot: isComplete || isPending ? { builtAt: generatedAt, omittedGroups: made.truncation.omittedFindings } : null,
    job: isComplete || isPending ? { status, updatedAt, errorCode: reasonCode } : null,
    canBuild: !isPending,
    canEnrich: isComplete && findings.length > 0 && explainedBy === undefined,
    analysis: {
      phase: isComplete ? 'done' : isPending ? 'grouping' : 'reading',
      progress: { done: analyzed, total, unit },
      models: explainedBy === undefined ? [] : [explainedBy],
      completeness: { iterationReports: analyzed, total, missingTraces: Math.max(0, total - analyzed) },
    },
  };
}
