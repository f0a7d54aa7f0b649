import { RetentionService } from '@assay/contract/gen/assay/v1/retention';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { listRetentionDays } from '../rpc/organizations/list-retention-days.ts';

export const retention = (deps: Deps): Implementation =>
  implement(RetentionService, { listRetentionDays: listRetentionDays(deps) });
