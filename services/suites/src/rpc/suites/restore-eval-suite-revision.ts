import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { restoreRevision } from '../../flows/suites/restore-revision.ts';

export const restoreEvalSuiteRevision = (deps: Deps) =>
  handle(operations.restoreEvalSuiteRevision, async ({ userId }, { revisionNumber, ...target }, { expectedRevision }) =>
    restoreRevision(deps, target, { revision: Number(revisionNumber), expectedRevision }, userId),
  );
