import { operations } from '@assay/contract/operations';
import { handle, replayedIf } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { createdRecord } from '../../domain/eval-runs/run-record.ts';
import { launchRequested, launcherOf } from '../../flows/eval-runs/launch.ts';

export const createEvalRun = (deps: Deps) =>
  handle(operations.createEvalRun, async (caller, target, body) => {
    const launched = await launchRequested(deps, { launcher: launcherOf(caller, target, body), body });
    return replayedIf(launched.deduped, createdRecord(launched));
  });
