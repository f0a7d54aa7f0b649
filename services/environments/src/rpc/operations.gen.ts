// Generated from the operations of the contract by `npm run generate`. Do not edit.
import { rpcsOf } from '@assay/contract/operations';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { getEnvironmentCapabilities } from './environments/get-environment-capabilities.ts';
import { deletePluginVersion } from './plugins/delete-plugin-version.ts';
import { deleteProjectPlugin } from './plugins/delete-project-plugin.ts';
import { getPluginVersion } from './plugins/get-plugin-version.ts';
import { listPluginVersions } from './plugins/list-plugin-versions.ts';
import { listProjectPlugins } from './plugins/list-project-plugins.ts';
import { pushProjectPlugin } from './plugins/push-project-plugin.ts';
import { deleteProjectSkill } from './skills/delete-project-skill.ts';
import { getProjectSkill } from './skills/get-project-skill.ts';
import { listProjectSkills } from './skills/list-project-skills.ts';
import { pushProjectSkill } from './skills/push-project-skill.ts';

/** Every operation of the environments service with its handler. */
export const environmentsOperations = (deps: Deps): Implementation =>
  implement(rpcsOf('environments'), {
    getEnvironmentCapabilities: getEnvironmentCapabilities(deps),
    deletePluginVersion: deletePluginVersion(deps),
    deleteProjectPlugin: deleteProjectPlugin(deps),
    getPluginVersion: getPluginVersion(deps),
    listPluginVersions: listPluginVersions(deps),
    listProjectPlugins: listProjectPlugins(deps),
    pushProjectPlugin: pushProjectPlugin(deps),
    deleteProjectSkill: deleteProjectSkill(deps),
    getProjectSkill: getProjectSkill(deps),
    listProjectSkills: listProjectSkills(deps),
    pushProjectSkill: pushProjectSkill(deps),
  });
