import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { CasesLeftOut } from '@assay/contract/areas/eval-runs/cases-left-out';
import type { CreateEvalRun } from '@assay/contract/areas/eval-runs/launch';
import { reasons } from '@assay/contract/problem';
import { quoteName } from '@assay/grading/quote';
import { faultProblem } from '@assay/contract/fault';

type Request = Pick<CreateEvalRun, 'caseIds' | 'importApprovals' | 'requireAllCases'>;

/** At most this many left-out cases are listed, and named in a sentence. */
const [LISTED, NAMED] = [20, 3];

const isLost = ({ import: claim }: FrozenCase): boolean =>
  claim?.status === 'unsupported' || claim?.status === 'unresolved';

/** The cases that can run, and the ones that lost something at their import and cannot. */
export function splitByImport(cases: FrozenCase[]): { runnable: FrozenCase[]; lost: FrozenCase[] } {
  const { runnable = [], lost = [] } = Object.groupBy(cases, (each) => (isLost(each) ? 'lost' : 'runnable'));
  return { runnable, lost };
}

/** The cases that a launch leaves out, as replies show them. */
export function leftOutRecord(lost: FrozenCase[]): { casesLeftOut?: CasesLeftOut } {
  if (lost.length === 0) return {};
  const names = lost.slice(0, NAMED).map(({ title }) => quoteName(title));
  const more = lost.length > NAMED ? ` and ${lost.length - NAMED} more` : '';
  return {
    casesLeftOut: {
      count: lost.length,
      cases: lost.slice(0, LISTED).map(({ id: testCaseId, title, import: claim }) => ({
        testCaseId,
        title,
        status: claim!.status as CasesLeftOut['cases'][number]['status'],
      })),
      message: `${lost.length === 1 ? '1 case was' : `${lost.length} cases were`} left out, because the import lost a part: ${names.join(', ')}${more}.`,
    },
  };
}

/**
 * Refuses a launch that cannot leave out a case which lost a part at its import: it names the case, requires all cases,
 * or has no other one.
 */
export function assertLossesAllowed(cases: FrozenCase[], { caseIds, requireAllCases }: Request): void {
  const { runnable, lost } = splitByImport(cases);
  if (lost.length === 0 || !(caseIds || requireAllCases || runnable.length === 0)) return;
  const ids = lost.map(({ id }) => id);
  const path = caseIds ? `/caseIds/${caseIds.findIndex((id) => ids.includes(id))}` : '/suiteId';
  throw faultProblem(
    { path, message: 'selects a case that could not be imported faithfully and cannot run' },
    { reason: reasons.IMPORT_NOT_RUNNABLE, caseIds: ids },
  );
}

/** Refuses a launch with an approximated case that has no approval for this run, or with an approval of another case. */
export function assertImportsApproved(cases: FrozenCase[], { importApprovals = [] }: Request): void {
  const approximated = new Set(cases.filter((each) => each.import?.status === 'approximated').map(({ id }) => id));
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
