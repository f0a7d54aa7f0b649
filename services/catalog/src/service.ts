import { AccessService } from '@assay/contract/gen/assay/v1/access';
import { CatalogService, DirectoryService, LedgerService } from '@assay/contract/gen/assay/v1/catalog';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from './deps.ts';
import { registry } from './registry-service.ts';
import { authenticateRunner } from './rpc/authenticate-runner.ts';
import { authenticate } from './rpc/authenticate.ts';
import { authorize } from './rpc/authorize.ts';
import { createProject } from './rpc/create-project.ts';
import { createRunnerToken } from './rpc/create-runner-token.ts';
import { createServer } from './rpc/create-server.ts';
import { deleteProject } from './rpc/delete-project.ts';
import { deleteServer } from './rpc/delete-server.ts';
import { getMe } from './rpc/get-me.ts';
import { getProject } from './rpc/get-project.ts';
import { getServer } from './rpc/get-server.ts';
import { grantModels } from './rpc/grant-models.ts';
import { listBudgets } from './rpc/list-budgets.ts';
import { listModelProviders } from './rpc/list-model-providers.ts';
import { listModels } from './rpc/list-models.ts';
import { listOrganizations } from './rpc/list-organizations.ts';
import { listProjects } from './rpc/list-projects.ts';
import { listRunnerTokens } from './rpc/list-runner-tokens.ts';
import { listServers } from './rpc/list-servers.ts';
import { listUsage } from './rpc/list-usage.ts';
import { prepareLaunch } from './rpc/prepare-launch.ts';
import { removeBudget } from './rpc/remove-budget.ts';
import { removeModelProvider } from './rpc/remove-model-provider.ts';
import { reseal } from './rpc/reseal.ts';
import { reserve } from './rpc/reserve.ts';
import { resolveServers } from './rpc/resolve-servers.ts';
import { revokeRunnerToken } from './rpc/revoke-runner-token.ts';
import { setBudget } from './rpc/set-budget.ts';
import { setModelProvider } from './rpc/set-model-provider.ts';
import { setRunBudget } from './rpc/set-run-budget.ts';
import { settle } from './rpc/settle.ts';
import { updateProject } from './rpc/update-project.ts';
import { updateServer } from './rpc/update-server.ts';
import { watch } from './rpc/watch.ts';
import { auditing } from './service/auditing.ts';
import { keys } from './service/keys.ts';
import { limits } from './service/limits.ts';
import { organizations } from './service/organizations.ts';
import { people } from './service/people.ts';
import { retention } from './service/retention.ts';
import { signon } from './service/signon.ts';

export const catalog = (deps: Deps): Implementation[] => [
  implement(CatalogService, {
    getMe: getMe(deps),
    listOrganizations: listOrganizations(deps),
    listModels: listModels(deps),
    listProjects: listProjects(deps),
    createProject: createProject(deps),
    getProject: getProject(deps),
    updateProject: updateProject(deps),
    deleteProject: deleteProject(deps),
    listServers: listServers(deps),
    createServer: createServer(deps),
    getServer: getServer(deps),
    updateServer: updateServer(deps),
    deleteServer: deleteServer(deps),
    listBudgets: listBudgets(deps),
    setBudget: setBudget(deps),
    removeBudget: removeBudget(deps),
    listUsage: listUsage(deps),
    listModelProviders: listModelProviders(deps),
    setModelProvider: setModelProvider(deps),
    removeModelProvider: removeModelProvider(deps),
    listRunnerTokens: listRunnerTokens(deps),
    createRunnerToken: createRunnerToken(deps),
    revokeRunnerToken: revokeRunnerToken(deps),
  }),
  implement(DirectoryService, {
    authenticate: authenticate(deps),
    authorize: authorize(deps),
    resolveServers: resolveServers(deps),
    prepareLaunch: prepareLaunch(deps),
    grantModels: grantModels(deps),
    authenticateRunner: authenticateRunner(deps),
    reseal: reseal(deps),
  }),
  implement(LedgerService, { reserve: reserve(deps), settle: settle(deps), setRunBudget: setRunBudget(deps) }),
  implement(AccessService, { watch: watch(deps) }),
  registry(deps), ...[people, signon, organizations, keys, limits, auditing, retention].map((room) => room(deps)),
];
