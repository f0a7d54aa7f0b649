import { CatalogService, DirectoryService, LedgerService } from '@assay/contract/gen/assay/v1/catalog';
import { notYet } from '@assay/kit/not-yet';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from './deps.ts';
import { authenticate } from './rpc/authenticate.ts';
import { authorize } from './rpc/authorize.ts';
import { createProject } from './rpc/create-project.ts';
import { createServer } from './rpc/create-server.ts';
import { deleteProject } from './rpc/delete-project.ts';
import { deleteServer } from './rpc/delete-server.ts';
import { getMe } from './rpc/get-me.ts';
import { getProject } from './rpc/get-project.ts';
import { getServer } from './rpc/get-server.ts';
import { listModels } from './rpc/list-models.ts';
import { listOrganizations } from './rpc/list-organizations.ts';
import { listProjects } from './rpc/list-projects.ts';
import { listServers } from './rpc/list-servers.ts';
import { prepareLaunch } from './rpc/prepare-launch.ts';
import { resolveServers } from './rpc/resolve-servers.ts';
import { updateProject } from './rpc/update-project.ts';
import { updateServer } from './rpc/update-server.ts';

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
    listBudgets: notYet,
    setBudget: notYet,
    removeBudget: notYet,
    listUsage: notYet,
    listModelProviders: notYet,
    setModelProvider: notYet,
    removeModelProvider: notYet,
    listRunnerTokens: notYet,
    createRunnerToken: notYet,
    revokeRunnerToken: notYet,
  }),
  implement(DirectoryService, {
    authenticate: authenticate(deps),
    authorize: authorize(deps),
    resolveServers: resolveServers(deps),
    prepareLaunch: prepareLaunch(deps),
    grantModels: notYet,
    authenticateRunner: notYet,
    reseal: notYet,
  }),
  implement(LedgerService, { reserve: notYet, settle: notYet, setRunBudget: notYet }),
];
