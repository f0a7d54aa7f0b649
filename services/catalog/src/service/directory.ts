import { DirectoryService } from '@assay/contract/gen/assay/v1/catalog';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { authenticateRunner } from '../rpc/runner-tokens/authenticate-runner.ts';
import { authenticate } from '../rpc/access/authenticate.ts';
import { authorize } from '../rpc/access/authorize.ts';
import { grantModels } from '../rpc/model-providers/grant-models.ts';
import { prepareLaunch } from '../rpc/limits/prepare-launch.ts';
import { reseal } from '../rpc/runner-tokens/reseal.ts';
import { resolveServers } from '../rpc/servers/resolve-servers.ts';

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
