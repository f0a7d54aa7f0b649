import { roleIncludes } from '@assay/contract/access';
import { operations } from '@assay/contract/operations';
import { forbidden, reasons } from '@assay/contract/problem';
import { handle, otherwise } from '@assay/kit/rpc/handle';
import { pushPlugin } from '../../actions/plugins/push-plugin.ts';
import type { Deps } from '../../deps.ts';
import { toPlugin, toPluginVersion } from '../../domain/plugins/plugin-record.ts';
import { readBundle } from '../../flows/plugin-bundles/read-bundle.ts';

export const pushProjectPlugin = ({ pool }: Deps) =>
  handle(operations.pushProjectPlugin, async ({ userId, organizationRole }, { projectId }, zip) => {
    const content = await readBundle('plugin', zip);
    if (
      content.servers.some(({ connection }) => connection.transportType === 'stdio') &&
      !roleIncludes(organizationRole, 'admin')
    )
      throw forbidden('The plugin has servers that are commands, which only admins of the organization bring in.', {
        reason: reasons.COMMANDS_NEED_ADMIN,
      });
    const { plugin, version, isNew } = await pushPlugin(pool, { projectId, userId }, content);
    const reply = {
      pluginId: plugin.id,
      pluginVersionId: version.id,
      created: isNew,
      plugin: toPlugin(plugin),
      version: toPluginVersion(version),
    };
    return isNew ? reply : otherwise(reply);
  });
