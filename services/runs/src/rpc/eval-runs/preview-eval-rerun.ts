import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { openRerun } from '../../flows/eval-runs/rerun.ts';

export const previewEvalRerun = (deps: Deps) =>
  handle(
    operations.previewEvalRerun,
    async (_caller, target, { scope = 'failed_cases' }) => (await openRerun(deps, target, scope)).preview,
  );
