import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { restoreArchivedSuite } from '../../actions/suites/archive-suite.ts';
import type { Deps } from '../../deps.ts';

export const restoreEvalSuite = ({ pool }: Deps) =>
  handle(operations.restoreEvalSuite, (_caller, target) => restoreArchivedSuite(pool, target, new Date()));
