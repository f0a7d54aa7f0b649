import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toPluginVersion } from '../../domain/plugins/plugin-record.ts';
import { findPlugin, listVersions } from '../../store/plugins/plugins.ts';

export const listPluginVersions = ({ pool }: Deps) =>
  handle(operations.listPluginVersions, async (_caller, { projectId, pluginId }) => {
    if (!(await findPlugin(pool, projectId, pluginId))) throw notFound('plugin');
    return { items: (await listVersions(pool, projectId, pluginId)).map(toPluginVersion) };
  });
