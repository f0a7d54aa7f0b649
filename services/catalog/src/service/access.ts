import { AccessService } from '@assay/contract/gen/assay/v1/access';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { watch } from '../rpc/watch.ts';

export const access = (deps: Deps): Implementation =>
  implement(AccessService, {
    watch: watch(deps),
  });
