import { createEvalSuite as operation } from '@assay/contract/operations/suites';
import { handle } from '@assay/kit/handle';
import { author } from '../authoring.ts';
import type { Deps } from '../deps.ts';

export const createSuite = (deps: Deps) =>
  handle(operation, async (_caller, { projectId }, draft) => author(deps, projectId, draft));
