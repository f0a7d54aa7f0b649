import { LimitsService } from '@assay/contract/gen/assay/v1/limits';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { giveBackLimits } from '../rpc/limits/give-back-limits.ts';
import { takeLimits } from '../rpc/limits/take-limits.ts';

export const limits = (deps: Deps): Implementation =>
  implement(LimitsService, { take: takeLimits(deps), giveBack: giveBackLimits(deps) });
