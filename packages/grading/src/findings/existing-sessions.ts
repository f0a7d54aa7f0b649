import type { Finding, InsightsBody } from '@assay/contract/areas/analysis/insights';

/** Insights whose evidence and citations name only sessions that exist. */
export function withExistingSessions(body: InsightsBody, existing: ReadonlySet<string>): InsightsBody {
  const of = ({ citedSessionIds = [], ...finding }: Finding): Finding => {
    const cited = citedSessionIds.filter((id) => existing.has(id));
    return {
      ...finding,
      evidence: finding.evidence.filter(({ sessionId }) => sessionId === undefined || existing.has(sessionId)),
      ...(cited.length > 0 && { citedSessionIds: cited }),
    };
  };
  return { ...body, findings: body.findings.map(of) };
}

/** The sessions that insights name as evidence. */
export const sessionsOfInsights = ({ findings }: Pick<InsightsBody, 'findings'>): string[] =>
  findings.flatMap(({ evidence }) => evidence.flatMap(({ sessionId }) => (sessionId === undefined ? [] : [sessionId])));
