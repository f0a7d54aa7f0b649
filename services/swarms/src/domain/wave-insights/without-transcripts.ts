import type { Finding, InsightsBody } from '@assay/contract/areas/analysis/insights';
import type { JourneyFinding } from '@assay/contract/areas/analysis/journey-findings';
import { sessionSummary } from '@assay/grading/findings/signal-finding';
import { journeyIdOf, noted } from './explained-wave.ts';
import { sessionOfCitation } from './quotes.ts';

/**
 * Insights of a wave without words of sessions whose transcripts are gone: without quotes of them, and without the words of
 * a model about findings that such sessions are evidence of, because they may quote them. Counts and the words of the
 * rules stay. `present` are the sessions with transcripts.
 */
export function withoutTranscripts(body: InsightsBody, present: ReadonlySet<string>): InsightsBody {
  const isGone = ({ sessionId }: Finding['evidence'][number]): boolean =>
    sessionId !== undefined && !present.has(sessionId);
  const affected = body.findings.filter(({ evidence }) => evidence.some(isGone));
  const isAffected = new Set(affected.map(({ id }) => journeyIdOf(id)));
  const rules = new Map((body.journeyFindings?.findings ?? []).map(({ id, fixPhrase }) => [id, fixPhrase]));

  const toldByRules = (finding: Finding): Finding => {
    const id = journeyIdOf(finding.id);
    if (!isAffected.has(id)) return finding;
    const { rootCause: _rootCause, citedSessionIds: _cited, recommendation, evidence, ...told } = finding;
    return {
      ...told,
      recommendation: rules.get(id) ?? recommendation,
      evidence: evidence.map((each) => (isGone(each) ? { ...each, excerpt: '' } : each)),
    };
  };

  const withoutQuotes = (finding: JourneyFinding): JourneyFinding => {
    const { id, citations, reportExcerpt, coverageNotes } = finding;
    const isThere = (citation: string): boolean => present.has(sessionOfCitation(citation));
    if (!isAffected.has(id) && citations.every(isThere)) return finding;
    return {
      ...finding,
      citations: citations.filter(isThere),
      coverageNotes: noted(coverageNotes, 'transcriptMissing'),
      reportExcerpt: reportExcerpt?.citations.every(isThere) ? { ...reportExcerpt, account: null } : null,
    };
  };

  const { journeyFindings, explainedBy, coverage, resolvedFindings = [] } = body;
  const findings = body.findings.map(toldByRules);
  const told = journeyFindings?.findings.map(withoutQuotes);
  const isLess = told?.some((finding, i) => finding !== journeyFindings!.findings[i]) ?? affected.length > 0;
  if (!isLess) return body;
  return {
    ...body,
    findings,
    ...(explainedBy !== undefined && {
      summary: sessionSummary(coverage.analyzed, findings, resolvedFindings.length),
    }),
    ...(journeyFindings && {
      journeyFindings: {
        ...journeyFindings,
        coverageNotes: noted(journeyFindings.coverageNotes, 'transcriptMissing'),
        findings: told!,
      },
    }),
  };
}
