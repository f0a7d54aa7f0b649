import { createEvalSuite as operation } from '@assay/contract/operations/suites';
import { handle } from '@assay/kit/handle';
import { author } from '../authoring.ts';
import type { Deps } from '../deps.ts';

export const createSuite = (deps: Deps) =>
  handle(operation, async ({ userId }, { projectId }, draft) => author(deps, { projectId, userId }, draft));
