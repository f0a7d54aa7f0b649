import { DirectoryService } from '@assay/contract/gen/assay/v1/catalog';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { authenticateRunner } from '../rpc/authenticate-runner.ts';
import { authenticate } from '../rpc/authenticate.ts';
import { authorize } from '../rpc/authorize.ts';
import { grantModels } from '../rpc/grant-models.ts';
import { prepareLaunch } from '../rpc/prepare-launch.ts';
import { reseal } from '../rpc/reseal.ts';
import { resolveServers } from '../rpc/resolve-servers.ts';

export const directory = (deps: Deps): Implementation =>
  implement(DirectoryService, {
    authenticate: authenticate(deps),
    authorize: authorize(deps),
    resolveServers: resolveServers(deps),
    prepareLaunch: prepareLaunch(deps),
    grantModels: grantModels(deps),
    authenticateRunner: authenticateRunner(deps),
    reseal: reseal(deps),
  });
