import type { MinedFinding } from './mined-findings.ts';
import type { KnownSignal, SignalEvidence } from './signal.ts';

/** A finding as it is stored, with the newest sessions that showed it. */
export type StoredFinding<Signal extends KnownSignal = KnownSignal, More = unknown> = Signal &
  Omit<MinedFinding, 'firstSeenAt' | 'lastSeenAt' | 'resolvedAt'> & {
    id: string;
    firstSeenAt: Date;
    lastSeenAt: Date;
    resolvedAt: Date | null;
    dismissedAt: Date | null;
    updatedAt: Date;
    evidence: (SignalEvidence & More)[];
  };

/** The fields of a finding that callers see under the same names in each series. */
export function shownFinding<Finding extends StoredFinding>(finding: Finding) {
  const { firstWindowId: _first, lastWindowId: _last, ...shown } = finding;
  return {
    ...shown,
    firstSeenAt: finding.firstSeenAt.getTime(),
    lastSeenAt: finding.lastSeenAt.getTime(),
    resolvedAt: finding.resolvedAt?.getTime() ?? null,
    dismissedAt: finding.dismissedAt?.getTime() ?? null,
    updatedAt: finding.updatedAt.getTime(),
  };
}
