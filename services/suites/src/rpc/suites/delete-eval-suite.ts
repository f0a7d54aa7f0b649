import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { removeSuite } from '../../actions/suites/remove-suite.ts';
import type { Deps } from '../../deps.ts';

export const deleteEvalSuite = ({ pool }: Deps) =>
  handle(operations.deleteEvalSuite, async (_caller, { projectId, suiteId: id }) => {
    if (!(await removeSuite(pool, projectId, id))) throw notFound('suite');
    return { id, deleted: true as const };
  });
