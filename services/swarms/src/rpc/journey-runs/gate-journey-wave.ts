import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { afterWait, preferredSeconds } from '@assay/kit/requests/preferred-wait';
import type { Deps } from '../../deps.ts';
import { assertJudgeable, gateWave } from '../../flows/journey-runs/gate-wave.ts';
import { waitForWave } from '../../flows/journey-runs/wait-for-wave.ts';

export const gateJourneyWave = (deps: Deps) =>
  handle(operations.gateJourneyWave, async (_caller, { preferredWait, ...target }, body) => {
    assertJudgeable(target.waveId, body);
    const waitS = preferredSeconds(preferredWait);
    const needsFindings = body.policy.noRegressedFindings !== undefined;
    if (waitS !== undefined) await waitForWave(deps, target, { needsFindings, ms: waitS * 1_000 });
    return afterWait(await gateWave(deps.pool, target, body), waitS);
  });
