import { deleteEvalSuite as operation } from '@assay/contract/operations/suites';
import { notFound } from '@assay/contract/problem';
import { transaction } from '@assay/kit/db';
import { handle } from '@assay/kit/handle';
import { removeSuite } from '../actions/remove-suite.ts';
import type { Deps } from '../deps.ts';
import { claimSuite } from '../store/suites.ts';

export const deleteSuite = ({ pool }: Deps) =>
  handle(operation, async (_caller, { projectId, suiteId }) => {
    await transaction(pool, async (tx) => {
      const suite = await claimSuite(tx, projectId, suiteId);
      if (!suite) throw notFound('suite');
      await removeSuite(tx, suite);
    });
    return { id: suiteId, deleted: true as const };
  });
