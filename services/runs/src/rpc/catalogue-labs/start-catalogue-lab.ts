import { operations } from '@assay/contract/operations';
import { handle, replayedIf } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { startLab } from '../../flows/catalogue-labs/start-lab.ts';

export const startCatalogueLab = (deps: Deps) =>
  handle(operations.startCatalogueLab, async (caller, { projectId, serverId, idempotencyKey }, body) => {
    const { lab, deduped } = await startLab(deps, caller, { projectId, serverId, idempotencyKey, body });
    const { id: labId, status, trials, spec } = lab;
    return replayedIf(deduped, { labId, projectId, serverId, status, seed: spec.seed, trials, deduped });
  });
