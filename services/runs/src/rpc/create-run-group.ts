import { createEvalRunGroup as operation } from '@assay/contract/operations/launches';
import { handle, replayedIf } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { launcherOf } from '../launcher-of.ts';
import { launchGroup } from '../run-group.ts';

export const createRunGroup = (deps: Deps) =>
  handle(operation, async (caller, target, body) => {
    const group = await launchGroup(deps, launcherOf(caller, target, body), body);
    return replayedIf(
      group.targets.every(({ deduped }) => deduped),
      group,
    );
  });
