import type { Finding, FindingEvidence } from '@assay/contract/areas/analysis/insights';
import { wordsOf, type FoundSignal } from './finding-words.ts';

/** The place in a session that showed a signal. */
export interface SignalEvidence {
  sessionId: string;
  /** Masked. */
  excerpt: string;
}

/** A signal that sessions showed, with its state over the populations before. */
export interface SignalFinding extends FoundSignal {
  id: string;
  fingerprint: string;
  status: Finding['status'];
}

const EVIDENCE_KINDS: Record<string, FindingEvidence['kind']> = {
  toolError: 'tool_error',
  negativeFeedback: 'feedback',
  criterionUnmet: 'judge',
};

/** The finding that `affected.count` sessions of `affected.total` showed a signal; the total counts sessions that could. */
export function signalFinding(
  { id, fingerprint, status, dimension, detail, subject }: SignalFinding,
  affected: { count: number; total: number },
  evidence: readonly SignalEvidence[],
): Finding {
  const { slug, accepted, ...words } = wordsOf({ dimension, detail, subject });
  const count = affected.count;
  const total = Math.max(affected.total, count);
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
    evidence: evidence.map(({ sessionId, excerpt }) => ({
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

/** A summary of the findings of some sessions in plain words, the most frequent finding first. */
export function sessionSummary(
  sessions: number,
  [first, ...more]: readonly Pick<Finding, 'title' | 'affected'>[],
  resolved: number,
): string {
  const cleared =
    resolved === 0
      ? ''
      : ` ${resolved === 1 ? 'One earlier finding' : `${resolved} earlier findings`} did not come back.`;
  if (!first) return `Nothing went wrong in more than one of ${sessionsOf(sessions)}.${cleared}`;
  const count = more.length + 1;
  return `${count === 1 ? 'One finding' : `${count} findings`} in ${sessionsOf(sessions)}. The most frequent, in ${sessionsOf(first.affected.count)}: ${first.title}.${cleared}`;
}
