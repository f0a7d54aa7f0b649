import { previewEvalRerun as operation } from '@assay/contract/operations/launches';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { openRerun } from '../../flows/eval-runs/rerun.ts';

export const previewRerun = (deps: Deps) =>
  handle(operation, async (_caller, { projectId, runId }) => (await openRerun(deps, projectId, runId)).preview);
