import { CatalogService } from '@assay/contract/gen/assay/v1/catalog';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { createProject } from '../rpc/create-project.ts';
import { createRunnerToken } from '../rpc/create-runner-token.ts';
import { createServer } from '../rpc/create-server.ts';
import { deleteProject } from '../rpc/delete-project.ts';
import { deleteServer } from '../rpc/delete-server.ts';
import { getMe } from '../rpc/get-me.ts';
import { getProject } from '../rpc/get-project.ts';
import { getServer } from '../rpc/get-server.ts';
import { listBudgets } from '../rpc/list-budgets.ts';
import { listModelProviders } from '../rpc/list-model-providers.ts';
import { listModels } from '../rpc/list-models.ts';
import { listOrganizations } from '../rpc/list-organizations.ts';
import { listProjects } from '../rpc/list-projects.ts';
import { listRunnerTokens } from '../rpc/list-runner-tokens.ts';
import { listServers } from '../rpc/list-servers.ts';
import { listUsage } from '../rpc/list-usage.ts';
import { removeBudget } from '../rpc/remove-budget.ts';
import { removeModelProvider } from '../rpc/remove-model-provider.ts';
import { revokeRunnerToken } from '../rpc/revoke-runner-token.ts';
import { setBudget } from '../rpc/set-budget.ts';
import { setModelProvider } from '../rpc/set-model-provider.ts';
import { updateProject } from '../rpc/update-project.ts';
import { updateServer } from '../rpc/update-server.ts';

export const catalogue = (deps: Deps): Implementation =>
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
  });
