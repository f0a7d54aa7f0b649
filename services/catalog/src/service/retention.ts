import { RetentionService } from '@assay/contract/gen/assay/v1/retention';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { listRetentionDays } from '../rpc/list-retention-days.ts';

export const retention = (deps: Deps): Implementation =>
  implement(RetentionService, { listRetentionDays: listRetentionDays(deps) });
