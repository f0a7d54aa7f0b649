import { previewEvalRerun as operation } from '@assay/contract/operations/launches';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { openRerun } from '../rerun.ts';

export const previewRerun = (deps: Deps) =>
  handle(operation, async (_caller, { projectId, runId }) => (await openRerun(deps, projectId, runId)).preview);
