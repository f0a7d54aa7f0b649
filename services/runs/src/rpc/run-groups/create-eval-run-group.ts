import { operations } from '@assay/contract/operations';
import { handle, replayedIf } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { launcherOf } from '../../flows/eval-runs/launch.ts';
import { launchGroup } from '../../flows/run-groups/launch-group.ts';

export const createEvalRunGroup = (deps: Deps) =>
  handle(operations.createEvalRunGroup, async (caller, target, body) => {
    const group = await launchGroup(deps, launcherOf(caller, target, body), body);
    return replayedIf(
      group.targets.every(({ deduped }) => deduped),
      group,
    );
  });
