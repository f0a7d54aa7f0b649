import { operations } from '@assay/contract/operations';
import { handle, replayedIf } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { launchRequested } from '../../flows/journey-runs/launch.ts';

export const launchJourneyRun = (deps: Deps) =>
  handle(operations.launchJourneyRun, async (caller, { projectId, journeyId, idempotencyKey }, body) => {
    const { run, deduped } = await launchRequested(deps, caller, { projectId, journeyId, idempotencyKey, body });
    const reply = { id: run.id, journeyId, projectId, status: 'running' as const, waveId: run.waveId, deduped };
    return replayedIf(deduped, reply);
  });
