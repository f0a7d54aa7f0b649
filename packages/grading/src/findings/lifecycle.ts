import type { Finding } from '@assay/contract/areas/analysis/insights';

/** What the suite's earlier runs were found to have: the run before this one, and the ids of findings of those before it. */
export interface EarlierFindings {
  before: Finding[];
  older: ReadonlySet<string>;
}

/**
 * Holds findings against those of earlier runs. What the run before had and this one has not is resolved only where all its
 * cases had a trial in this run that could be graded, `caseIds`: a run of one case says nothing about the others, nor does one without a provider.
 */
export function lifecycleOf(
  found: Omit<Finding, 'status'>[],
  { before, older }: EarlierFindings,
  caseIds: ReadonlySet<string>,
): { current: Finding[]; resolved: Finding[] } {
  const idsOf = (findings: { id: string }[]): Set<string> => new Set(findings.map(({ id }) => id));
  const [present, had] = [idsOf(found), idsOf(before)];
  const statusOf = (id: string): Finding['status'] => {
    if (had.has(id)) return 'recurring';
    return older.has(id) ? 'regressed' : 'new';
  };
  return {
    current: found.map((each) => ({ ...each, status: statusOf(each.id) })),
    resolved: before
      .filter(({ id, caseIds: seenIn }) => !present.has(id) && seenIn.every((caseId) => caseIds.has(caseId)))
      .map((each) => ({ ...each, status: 'resolved' })),
  };
}
