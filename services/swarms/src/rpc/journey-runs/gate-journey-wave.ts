import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { gateWave } from '../../flows/journey-runs/gate-wave.ts';

export const gateJourneyWave = ({ pool }: Deps) =>
  handle(operations.gateJourneyWave, (_caller, target, body) => gateWave(pool, target, body));
