import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { removePluginVersion } from '../../actions/plugins/remove-plugin.ts';
import type { Deps } from '../../deps.ts';

export const deletePluginVersion = ({ pool }: Deps) =>
  handle(operations.deletePluginVersion, async (_caller, { projectId, pluginId, pluginVersionId }) => {
    if (!(await removePluginVersion(pool, projectId, pluginId, pluginVersionId))) throw notFound('plugin version');
    return { id: pluginVersionId, deleted: true as const };
  });
