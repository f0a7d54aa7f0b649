import { operations } from '@assay/contract/operations';
import { AuthoringService } from '@assay/mesh/gen/assay/v1/suites';
import { auditNothing } from '@assay/kit/audit/audit';
import { handle } from '@assay/kit/rpc/handle';
import { hideRunsOfSuite } from '../../actions/eval-runs/remove-runs.ts';
import type { Deps } from '../../deps.ts';

/**
 * The suite is deleted first, so that no failure hides the runs of a suite that stays. The event of its deletion hides
 * the runs, too, if this process dies in between, and deletes them.
 */
export const deleteEvalSuite = ({ pool, suites }: Deps) =>
  handle(operations.deleteEvalSuite, async (_caller, { projectId, suiteId: id }) => {
    // The service of suites writes it into the audit log.
    auditNothing();
    await suites.call(AuthoringService.removeSuite, { projectId, suiteId: id });
    await hideRunsOfSuite(pool, { projectId, suiteId: id });
    return { id, deleted: true as const };
  });
