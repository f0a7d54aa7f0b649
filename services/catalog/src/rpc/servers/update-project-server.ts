import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { isDuplicate } from '@assay/kit/postgres/db';
import { handle } from '@assay/kit/rpc/handle';
import { updateServer as update } from '../../actions/servers/save-server.ts';
import type { Deps } from '../../deps.ts';
import {
  secretContradiction,
  configFault,
  patchedConfig,
  strayCredential,
} from '../../domain/servers/server-config.ts';
import { serverPatchOf } from '../../domain/servers/server-input.ts';
import { nameTaken } from '../../domain/refusals.ts';
import { refuseFault } from '@assay/contract/fault';

export const updateProjectServer = ({ pool, keyEncryptionKey }: Deps) =>
  handle(
    operations.updateProjectServer,
    async ({ organizationId, organizationRole }, { projectId, serverId }, input) => {
      const patch = serverPatchOf(input);
      refuseFault(secretContradiction(patch));
      const target = { id: serverId, projectId, organizationId: organizationId!, organizationRole, keyEncryptionKey };
      const server = await update(pool, target, (current) => {
        refuseFault(strayCredential(current, patch));
        const next = patchedConfig(current, patch);
        refuseFault(configFault(next));
        return next;
      }).catch((error: unknown) => {
        throw isDuplicate(error) ? nameTaken(patch.name!) : error;
      });
      if (!server) throw notFound('server');
      return server;
    },
  );
