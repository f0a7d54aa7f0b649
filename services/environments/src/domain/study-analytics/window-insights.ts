import type { Finding, FindingEvidence, Insights } from '@assay/contract/areas/analysis/insights';
import { FEWEST_AFFECTED } from '@assay/grading/measures/finding-lifecycle';
import { wordsOf } from './finding-words.ts';
import { exposedSessions } from './mined-findings.ts';
import type { MinedWindow } from './mined-window.ts';
import type { FindingSession, FoundDimension, StoredFinding } from './stored-finding.ts';

/** Insights without their state. */
export type InsightsBody = Omit<Insights, 'status' | 'reasonCode' | 'updatedAt' | 'currentFindings'>;

/** At most this many findings are told. */
const MAX_FINDINGS = 50;
/** With fewer sessions, a window may say little. */
const FEW = 10;
const EVIDENCE_KINDS: Partial<Record<FoundDimension, FindingEvidence['kind']>> = {
  toolError: 'tool_error',
  negativeFeedback: 'feedback',
};

/**
 * The insights of a mined window as the rules make them: the findings that it showed, the ones in most sessions first, and
 * the findings that it resolved. `evidence` holds sessions of the window by the fingerprint of their signal.
 */
export function windowInsights(
  studyId: string,
  window: MinedWindow,
  findings: readonly StoredFinding[],
  evidence: ReadonlyMap<string, FindingSession[]>,
  generatedAt: number,
): InsightsBody {
  const counts = new Map(window.signals.map((each) => [each.fingerprint, each]));
  const told = (finding: StoredFinding, affected: number): Finding =>
    toFinding(finding, affected, exposedSessions(finding, window), evidence.get(finding.fingerprint) ?? []);
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
    summary: summaryOf(window, current, resolved.length),
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

function toFinding(
  { id, fingerprint, status, dimension, detail, subject }: StoredFinding,
  count: number,
  exposed: number,
  sessions: FindingSession[],
): Finding {
  const { slug, accepted, ...words } = wordsOf({ dimension, detail, subject });
  const total = Math.max(exposed, count);
  return {
    id,
    signalFingerprint: fingerprint,
    patternSlug: slug,
    status,
    ...words,
    severity: severityOf(count / Math.max(total, 1)),
    confidence: count >= 5 ? 'high' : count >= 3 ? 'medium' : 'low',
    observed: `${count} of ${total} ${total === 1 ? 'session' : 'sessions'} showed it.`,
    acceptanceCriteria: [accepted],
    affected: { count, total, unit: 'sessions' },
    caseIds: [],
    evidence: sessions.map(({ sessionId, excerpt }) => ({
      kind: EVIDENCE_KINDS[dimension] ?? 'transcript',
      sessionId,
      excerpt,
      ...(subject.kind === 'tool' && subject.id !== '' && { toolName: subject.id.slice(subject.id.indexOf('/') + 1) }),
      ...(dimension === 'toolError' && { errorCode: detail }),
    })),
  };
}

function severityOf(share: number): Finding['severity'] {
  if (share >= 0.5) return 'high';
  return share >= 0.1 ? 'medium' : 'low';
}

const sessionsOf = (count: number): string => (count === 1 ? '1 session' : `${count} sessions`);

function summaryOf({ sessions }: MinedWindow, [first, ...more]: readonly Finding[], resolved: number): string {
  const cleared =
    resolved === 0
      ? ''
      : ` ${resolved === 1 ? 'One earlier finding' : `${resolved} earlier findings`} did not come back.`;
  if (!first) return `Nothing went wrong in more than one of ${sessionsOf(sessions)}.${cleared}`;
  const count = more.length + 1;
  return `${count === 1 ? 'One finding' : `${count} findings`} in ${sessionsOf(sessions)}. The most frequent, in ${sessionsOf(first.affected.count)}: ${first.title}.${cleared}`;
}
