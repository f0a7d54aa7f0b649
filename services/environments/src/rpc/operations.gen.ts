// Generated from the operations of the contract by `npm run generate`. Do not edit.
import { rpcsOf } from '@assay/contract/operations';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { archiveEnvironment } from './environments/archive-environment.ts';
import { createEnvironment } from './environments/create-environment.ts';
import { ensureAdhocEnvironment } from './environments/ensure-adhoc-environment.ts';
import { getEnvironment } from './environments/get-environment.ts';
import { getEnvironmentCapabilities } from './environments/get-environment-capabilities.ts';
import { listEnvironmentRevisions } from './environments/list-environment-revisions.ts';
import { listEnvironments } from './environments/list-environments.ts';
import { nameEnvironment } from './environments/name-environment.ts';
import { resolveEnvironment } from './environments/resolve-environment.ts';
import { restoreEnvironment } from './environments/restore-environment.ts';
import { updateEnvironment } from './environments/update-environment.ts';
import { deletePluginVersion } from './plugins/delete-plugin-version.ts';
import { deleteProjectPlugin } from './plugins/delete-project-plugin.ts';
import { getPluginVersion } from './plugins/get-plugin-version.ts';
import { listPluginVersions } from './plugins/list-plugin-versions.ts';
import { listProjectPlugins } from './plugins/list-project-plugins.ts';
import { pushProjectPlugin } from './plugins/push-project-plugin.ts';
import { createServerGroup } from './server-groups/create-server-group.ts';
import { deleteServerGroup } from './server-groups/delete-server-group.ts';
import { getServerGroup } from './server-groups/get-server-group.ts';
import { listServerGroups } from './server-groups/list-server-groups.ts';
import { snapshotServerGroup } from './server-groups/snapshot-server-group.ts';
import { updateServerGroup } from './server-groups/update-server-group.ts';
import { deleteProjectSkill } from './skills/delete-project-skill.ts';
import { getProjectSkill } from './skills/get-project-skill.ts';
import { listProjectSkills } from './skills/list-project-skills.ts';
import { pushProjectSkill } from './skills/push-project-skill.ts';

/** Every operation of the environments service with its handler. */
export const environmentsOperations = (deps: Deps): Implementation =>
  implement(rpcsOf('environments'), {
    archiveEnvironment: archiveEnvironment(deps),
    createEnvironment: createEnvironment(deps),
    ensureAdhocEnvironment: ensureAdhocEnvironment(deps),
    getEnvironment: getEnvironment(deps),
    getEnvironmentCapabilities: getEnvironmentCapabilities(deps),
    listEnvironmentRevisions: listEnvironmentRevisions(deps),
    listEnvironments: listEnvironments(deps),
    nameEnvironment: nameEnvironment(deps),
    resolveEnvironment: resolveEnvironment(deps),
    restoreEnvironment: restoreEnvironment(deps),
    updateEnvironment: updateEnvironment(deps),
    deletePluginVersion: deletePluginVersion(deps),
    deleteProjectPlugin: deleteProjectPlugin(deps),
    getPluginVersion: getPluginVersion(deps),
    listPluginVersions: listPluginVersions(deps),
    listProjectPlugins: listProjectPlugins(deps),
    pushProjectPlugin: pushProjectPlugin(deps),
    createServerGroup: createServerGroup(deps),
    deleteServerGroup: deleteServerGroup(deps),
    getServerGroup: getServerGroup(deps),
    listServerGroups: listServerGroups(deps),
    snapshotServerGroup: snapshotServerGroup(deps),
    updateServerGroup: updateServerGroup(deps),
    deleteProjectSkill: deleteProjectSkill(deps),
    getProjectSkill: getProjectSkill(deps),
    listProjectSkills: listProjectSkills(deps),
    pushProjectSkill: pushProjectSkill(deps),
  });
