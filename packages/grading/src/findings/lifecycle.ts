import type { Finding } from '@assay/contract/areas/analysis/insights';
import { given } from '@assay/contract/given';

/** Findings of the suite's latest run, and the first run that had each finding by its id, of all earlier runs. */
export interface EarlierFindings {
  before: Finding[];
  since: ReadonlyMap<string, NonNullable<Finding['knownSince']>>;
}

/**
 * Compares findings with those of earlier runs. A finding of the latest run that is missing now is resolved only when
 * each of its cases has a gradeable trial in this run (`caseIds`): a run of other cases proves nothing.
 */
export function lifecycleOf(
  found: Omit<Finding, 'status'>[],
  { before, since }: EarlierFindings,
  caseIds: ReadonlySet<string>,
): { current: Finding[]; resolved: Finding[] } {
  const idsOf = (findings: { id: string }[]): Set<string> => new Set(findings.map(({ id }) => id));
  const [present, had] = [idsOf(found), idsOf(before)];
  const statusOf = (id: string): Finding['status'] => {
    if (had.has(id)) return 'recurring';
    return since.has(id) ? 'regressed' : 'new';
  };
  return {
    current: found.map((each) => ({
      ...each,
      status: statusOf(each.id),
      ...given({ knownSince: since.get(each.id) }),
    })),
    resolved: before
      .filter(({ id, caseIds: seenIn }) => !present.has(id) && seenIn.every((caseId) => caseIds.has(caseId)))
      .map((each) => ({ ...each, status: 'resolved' })),
  };
}
