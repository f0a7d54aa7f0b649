import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findSuite } from '../../store/suites/suites.ts';
import { detailOf } from '../../actions/suites/suite-detail.ts';

export const getEvalSuite = ({ pool }: Deps) =>
  handle(operations.getEvalSuite, async (_caller, { projectId, suiteId }) => {
    const suite = await findSuite(pool, projectId, suiteId);
    if (!suite) throw notFound('suite');
    return detailOf(pool, suite);
  });
