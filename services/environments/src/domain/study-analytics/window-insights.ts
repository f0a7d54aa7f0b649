import type { Finding, InsightsBody } from '@assay/contract/areas/analysis/insights';
import { FEWEST_AFFECTED } from '@assay/findings/mining/finding-history';
import type { SignalEvidence } from '@assay/findings/mining/signal';
import { sessionSummary, signalFinding } from '@assay/grading/findings/signal-finding';
import { exposedSessions } from './mined-findings.ts';
import type { MinedWeek } from './mined-week.ts';
import type { StoredStudyFinding } from './stored-finding.ts';

/** At most this many findings are told. */
const MAX_FINDINGS = 50;
/** With fewer sessions, a window may say little. */
const FEW = 10;

/**
 * The insights of a mined window as the rules make them: the findings that it showed, the ones in most sessions first, and
 * the findings that it resolved. `evidence` holds sessions of the window by the fingerprint of their signal.
 */
export function windowInsights(
  studyId: string,
  window: MinedWeek,
  findings: readonly StoredStudyFinding[],
  evidence: ReadonlyMap<string, SignalEvidence[]>,
  generatedAt: number,
): InsightsBody {
  const counts = new Map(window.signals.map((each) => [each.fingerprint, each]));
  const told = (finding: StoredStudyFinding, affected: number): Finding =>
    signalFinding(
      finding,
      { count: affected, total: exposedSessions(finding, window) },
      evidence.get(finding.fingerprint) ?? [],
    );
  const shown = findings
    .map((finding) => ({ finding, affected: counts.get(finding.fingerprint)?.affected ?? 0 }))
    .filter(({ affected }) => affected >= FEWEST_AFFECTED)
    .sort((a, b) => b.affected - a.affected || a.finding.id.localeCompare(b.finding.id));
  const resolved = findings.filter(
    ({ status, resolvedAt }) => status === 'resolved' && resolvedAt?.getTime() === window.minedAt?.getTime(),
  );
  const current = shown.slice(0, MAX_FINDINGS).map(({ finding, affected }) => told(finding, affected));
  return {
    schemaVersion: 1,
    scope: {
      kind: 'user_testing_window',
      id: window.id,
      scenarioId: studyId,
      windowStartAt: window.startAt.getTime(),
      windowEndAt: window.endAt.getTime(),
    },
    retryable: false,
    error: null,
    generatedAt,
    summary: sessionSummary(window.sessions, current, resolved.length),
    coverage: {
      unit: 'sessions',
      analyzed: window.sessions,
      total: window.sessions,
      gradedCount: 0,
      feedbackCount: window.rated,
      truncated: false,
      lowConfidence: window.sessions < FEW,
    },
    findings: current,
    ...(resolved.length > 0 && { resolvedFindings: resolved.map((finding) => told(finding, 0)) }),
    truncation: {
      truncated: shown.length > MAX_FINDINGS,
      omittedFindings: Math.max(0, shown.length - MAX_FINDINGS),
      omittedEvidence: current.reduce((sum, each) => sum + each.affected.count - each.evidence.length, 0),
      contractTruncated: false,
    },
  };
}
