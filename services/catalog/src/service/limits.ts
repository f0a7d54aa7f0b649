import { LimitsService } from '@assay/contract/gen/assay/v1/limits';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { giveBackLimits } from '../rpc/give-back-limits.ts';
import { takeLimits } from '../rpc/take-limits.ts';

export const limits = (deps: Deps): Implementation =>
  implement(LimitsService, { take: takeLimits(deps), giveBack: giveBackLimits(deps) });
