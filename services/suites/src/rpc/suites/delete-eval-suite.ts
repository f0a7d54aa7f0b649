import { deleteEvalSuite as operation } from '@assay/contract/operations/suites';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { removeSuite } from '../../actions/suites/remove-suite.ts';
import type { Deps } from '../../deps.ts';

export const deleteSuite = ({ pool }: Deps) =>
  handle(operation, async (_caller, { projectId, suiteId: id }) => {
    if (!(await removeSuite(pool, projectId, id))) throw notFound('suite');
    return { id, deleted: true as const };
  });
