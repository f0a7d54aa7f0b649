import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { removePlugin } from '../../actions/plugins/remove-plugin.ts';
import type { Deps } from '../../deps.ts';

export const deleteProjectPlugin = ({ pool }: Deps) =>
  handle(operations.deleteProjectPlugin, async (_caller, { projectId, pluginId }) => {
    if (!(await removePlugin(pool, projectId, pluginId))) throw notFound('plugin');
    return { id: pluginId, deleted: true as const };
  });
