import { AccessService } from '@assay/contract/gen/assay/v1/access';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { watch } from '../rpc/access/watch.ts';

export const access = (deps: Deps): Implementation =>
  implement(AccessService, {
    watch: watch(deps),
  });
