import type { Insights, InsightsBody } from '@assay/contract/areas/analysis/insights';
import type {
  JourneyCoverageNote,
  JourneyFinding,
  JourneyFindingsJob,
} from '@assay/contract/areas/analysis/journey-findings';
import { sessionsOfInsights, withExistingSessions } from '@assay/grading/findings/existing-sessions';
import { EXPLANATION_REJECTED, noted } from './explained-wave.ts';
import { sessionOfCitation } from './quotes.ts';

/** The sessions that the insights of a wave name. */
export const sessionsOfWave = (body: InsightsBody): string[] => [
  ...sessionsOfInsights(body),
  ...(body.journeyFindings?.findings ?? []).flatMap(({ sessionIds, citations }) => [
    ...sessionIds,
    ...citations.map(sessionOfCitation),
  ]),
];

/** Insights of a wave that name only sessions that exist. */
export function withExistingWaveSessions(body: InsightsBody, existing: ReadonlySet<string>): InsightsBody {
  const isThere = (citation: string): boolean => existing.has(sessionOfCitation(citation));
  const of = ({ sessionIds, citations, reportExcerpt, ...finding }: JourneyFinding): JourneyFinding => ({
    ...finding,
    sessionIds: sessionIds.filter((id) => existing.has(id)),
    citations: citations.filter(isThere),
    reportExcerpt: reportExcerpt?.citations.every(isThere) ? reportExcerpt : null,
  });
  const { journeyFindings } = body;
  return {
    ...withExistingSessions(body, existing),
    ...(journeyFindings && { journeyFindings: { ...journeyFindings, findings: journeyFindings.findings.map(of) } }),
  };
}

/** Insights of a wave with the state of the model that looks for causes. */
export function withExplanationState(insights: Insights): Insights {
  const { journeyFindings, status, reasonCode, explainedBy } = insights;
  if (!journeyFindings) return insights;
  const isExplained = explainedBy !== undefined;
  const job: JourneyFindingsJob = {
    status: status === 'pending' ? 'pending' : isExplained ? 'completed' : reasonCode === null ? 'skipped' : 'failed',
    updatedAt: insights.updatedAt ?? journeyFindings.generatedAt,
    errorCode: reasonCode,
  };
  const { coverageNotes } = journeyFindings;
  const isFinal = status === 'completed' && !isExplained;
  return {
    ...insights,
    journeyFindings: {
      ...journeyFindings,
      coverageNotes: isFinal ? noted(coverageNotes, noteOf(reasonCode)) : coverageNotes,
    },
    journeyFindingsJob: job,
  };
}

/** The note that says why no model explained the findings. */
function noteOf(reasonCode: string | null): JourneyCoverageNote {
  if (reasonCode === 'BUDGET_EXHAUSTED') return 'budgetExhausted';
  if (reasonCode === 'INVALID_EXPLANATION') return 'extractionRejected';
  return reasonCode === EXPLANATION_REJECTED ? 'mechanismsRejected' : 'analysisUnavailable';
}
