import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toPluginVersion } from '../../domain/plugins/plugin-record.ts';
import { seenProject } from '../../flows/access/visible-session.ts';
import { findVersion } from '../../store/plugins/plugins.ts';

export const getPluginVersion = (deps: Deps) =>
  handle(operations.getPluginVersion, async (caller, { pluginVersionId }) => {
    const version = await findVersion(deps.pool, pluginVersionId);
    if (!version || !(await seenProject(deps, caller, version.projectId)).role) throw notFound('plugin version');
    return toPluginVersion(version);
  });
