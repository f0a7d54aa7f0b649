import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { archiveSuite } from '../../actions/suites/archive-suite.ts';
import type { Deps } from '../../deps.ts';

export const archiveEvalSuite = ({ pool }: Deps) =>
  handle(operations.archiveEvalSuite, (_caller, target) => archiveSuite(pool, target));
