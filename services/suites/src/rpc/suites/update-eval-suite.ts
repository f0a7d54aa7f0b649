import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { changeSuite } from '../../flows/suites/change-suite.ts';

export const updateEvalSuite = (deps: Deps) =>
  handle(operations.updateEvalSuite, async ({ userId }, target, patch) => changeSuite(deps, target, patch, userId));
