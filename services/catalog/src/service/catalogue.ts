import { CatalogService } from '@assay/contract/gen/assay/v1/catalog';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { createProject } from '../rpc/projects/create-project.ts';
import { createRunnerToken } from '../rpc/runner-tokens/create-runner-token.ts';
import { createServer } from '../rpc/servers/create-project-server.ts';
import { deleteProject } from '../rpc/projects/delete-project.ts';
import { deleteServer } from '../rpc/servers/delete-project-server.ts';
import { getMe } from '../rpc/account/get-me.ts';
import { getProject } from '../rpc/projects/get-project.ts';
import { getServer } from '../rpc/servers/get-project-server.ts';
import { listBudgets } from '../rpc/budgets/list-budgets.ts';
import { listModelProviders } from '../rpc/model-providers/list-model-providers.ts';
import { listModels } from '../rpc/model-providers/list-models.ts';
import { listOrganizations } from '../rpc/organizations/list-organizations.ts';
import { listProjects } from '../rpc/projects/list-projects.ts';
import { listRunnerTokens } from '../rpc/runner-tokens/list-runner-tokens.ts';
import { listServers } from '../rpc/servers/list-project-servers.ts';
import { listUsage } from '../rpc/budgets/list-usage.ts';
import { removeBudget } from '../rpc/budgets/remove-budget.ts';
import { removeModelProvider } from '../rpc/model-providers/remove-model-provider.ts';
import { revokeRunnerToken } from '../rpc/runner-tokens/revoke-runner-token.ts';
import { setBudget } from '../rpc/budgets/set-budget.ts';
import { setModelProvider } from '../rpc/model-providers/set-model-provider.ts';
import { updateProject } from '../rpc/projects/update-project.ts';
import { updateServer } from '../rpc/servers/update-project-server.ts';

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
