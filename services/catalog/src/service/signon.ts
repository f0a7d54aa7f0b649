import { SingleSignOnService } from '@assay/contract/gen/assay/v1/signon';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { finishSingleSignOn } from '../rpc/single-sign-on/finish-single-sign-on.ts';
import { startSingleSignOn } from '../rpc/single-sign-on/start-single-sign-on.ts';

export const signon = (deps: Deps): Implementation =>
  implement(SingleSignOnService, {
    startSingleSignOn: startSingleSignOn(deps),
    finishSingleSignOn: finishSingleSignOn(deps),
  });
