import { createEvalRun as operation } from '@assay/contract/operations/runs';
import { handle, replayedIf } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { createdRecord } from '../domain/created-record.ts';
import { launch } from '../launch.ts';
import { launcherOf } from '../launcher-of.ts';

export const createRun = (deps: Deps) =>
  handle(operation, async (caller, target, body) => {
    const launched = await launch(deps, launcherOf(caller, target, body), body);
    return replayedIf(launched.deduped, createdRecord(launched));
  });
