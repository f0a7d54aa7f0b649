import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { CreateEvalRun } from '@assay/contract/areas/eval-runs/launch';
import { reasons } from '@assay/contract/problem';
import { faultProblem } from '@assay/contract/fault';

type Request = Pick<CreateEvalRun, 'caseIds' | 'importApprovals'>;

const claimed = (cases: FrozenCase[], ...statuses: string[]): string[] =>
  cases.filter((each) => each.import && statuses.includes(each.import.status)).map(({ id }) => id);

/**
 * Refuses a launch whose selected cases cannot run as imported: a case that lost something cannot run, and an
 * approximated case needs an approval for this run.
 */
export function assertImportsApproved(cases: FrozenCase[], { caseIds, importApprovals = [] }: Request): void {
  const lost = claimed(cases, 'unsupported', 'unresolved');
  if (lost.length > 0) {
    const path = caseIds ? `/caseIds/${caseIds.findIndex((id) => lost.includes(id))}` : '/suiteId';
    throw faultProblem(
      { path, message: 'selects a case that could not be imported faithfully and cannot run' },
      {
        reason: reasons.IMPORT_NOT_RUNNABLE,
        caseIds: lost,
      },
    );
  }
  const approximated = new Set(claimed(cases, 'approximated'));
  const approved = new Set<string>();
  importApprovals.forEach(({ testCaseId }, i) => {
    if (!approximated.has(testCaseId))
      throw faultProblem({
        path: `/importApprovals/${i}/testCaseId`,
        message: 'is not a selected case that needs an approval',
      });
    if (approved.has(testCaseId))
      throw faultProblem({ path: `/importApprovals/${i}/testCaseId`, message: 'is approved already' });
    approved.add(testCaseId);
  });
  const missing = [...approximated].filter((id) => !approved.has(id));
  if (missing.length > 0) {
    throw faultProblem(
      {
        path: '/importApprovals',
        message: 'lacks a case whose import is approximate and needs an approval for this run',
      },
      { reason: reasons.IMPORT_APPROVAL_REQUIRED, caseIds: missing },
    );
  }
}
