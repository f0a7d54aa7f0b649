import { deleteEvalCase as operation } from '@assay/contract/operations/cases';
import { notFound } from '@assay/contract/problem';
import { transaction } from '@assay/kit/db';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { assertWritable } from '../owned.ts';
import { deleteCase as remove } from '../store/cases.ts';
import { claimSuite } from '../store/suites.ts';

export const deleteCase = ({ pool }: Deps) =>
  handle(operation, async (_caller, { projectId, suiteId, caseId, declaredSuiteId }) => {
    await transaction(pool, async (tx) => {
      const suite = await claimSuite(tx, projectId, suiteId);
      if (!suite) throw notFound('suite');
      assertWritable(suite, declaredSuiteId);
      if (!await remove(tx, suiteId, caseId)) throw notFound('case');
    });
    return { id: caseId, deleted: true as const };
  });
