import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import {
  BUNDLE_BYTES,
  BundleZip,
  PluginDeleted,
  PluginPage,
  PluginPushed,
  PluginVersion,
  PluginVersionPage,
} from './documents.ts';

const common = { tag: 'Plugins', service: 'environments', status: 200 } as const;
const PINNED = 'CONFLICT while an environment that is not archived pins it; `details.environments` names them.';

export const deletePluginVersion = operation({
  ...common,
  method: 'DELETE',
  path: '/projects/{projectId}/plugins/{pluginId}/versions/{pluginVersionId}',
  access: 'admin',
  summary: 'Delete a version of a plugin.',
  description: `${PINNED} Skills that only this version has go with it.`,
  input: NoInput,
  bodyOptional: true,
  reply: PluginDeleted,
});

export const deleteProjectPlugin = operation({
  ...common,
  method: 'DELETE',
  path: '/projects/{projectId}/plugins/{pluginId}',
  access: 'admin',
  summary: 'Delete a plugin with its versions and skills.',
  description: PINNED,
  input: NoInput,
  bodyOptional: true,
  reply: PluginDeleted,
});

export const getPluginVersion = operation({
  ...common,
  method: 'GET',
  path: '/plugin-versions/{pluginVersionId}',
  access: 'key',
  summary: 'Read what a version of a plugin brings.',
  description: 'For callers that can see its project.',
  input: NoQuery,
  reply: PluginVersion,
});

export const listPluginVersions = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/plugins/{pluginId}/versions',
  access: 'viewer',
  summary: 'List the versions of a plugin, newest first.',
  description: 'The newest 100; there are no further pages.',
  input: NoQuery,
  reply: PluginVersionPage,
});

export const listProjectPlugins = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/plugins',
  access: 'viewer',
  summary: 'List the plugins of a project.',
  description: 'All of them, by name.',
  input: NoQuery,
  reply: PluginPage,
});

export const pushProjectPlugin = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/plugins',
  access: 'admin',
  defaultProject: true,
  summary: 'Bring in a plugin, or a new version of the plugin of that name.',
  description:
    'The project may be `default`. The body is a zip with a manifest: `.claude-plugin/plugin.json`, `.codex-plugin/plugin.json` or `plugin.json`. The same content makes no second version: 200 with `created: false`. A zip with unsafe paths, links or too much content is refused with VALIDATION_ERROR, and `details.entry` names the entry; a bundle with other faults becomes a version that is `invalid`. Nothing of a bundle is started. A plugin with servers that are commands needs an admin of the organization: FORBIDDEN with the reason COMMANDS_NEED_ADMIN.',
  timeoutMs: 60_000,
  input: BundleZip,
  consumes: 'application/zip',
  maxBodyBytes: BUNDLE_BYTES,
  status: 201,
  reply: PluginPushed,
  otherwise: { status: 200, reply: PluginPushed },
});
