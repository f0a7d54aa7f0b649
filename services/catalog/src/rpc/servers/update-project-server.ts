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
import {
  addedValues,
  changesContradiction,
  changesFault,
  withChangedValues,
} from '../../domain/servers/changed-values.ts';
import { assertMayGiveSecrets } from '../../domain/servers/may-give-secrets.ts';
import { secretIdsOf } from '../../domain/servers/secret-references.ts';
import { serverPatchOf, type ServerConfig } from '../../domain/servers/server-input.ts';
import { nameTaken } from '../../domain/refusals.ts';
import { savedWithWarnings } from '../../domain/servers/saved-with-warnings.ts';
import { labelsSoFar } from '../../flows/servers/local-runner-labels.ts';
import { refuseFault } from '@assay/contract/fault';

export const updateProjectServer = ({ pool, keyEncryptionKey, localRunner }: Deps) =>
  handle(
    operations.updateProjectServer,
    async (
      { organizationId, organizationRole, role, userId },
      { projectId, serverId },
      { expectedRevision, ...input },
    ) => {
      const patch = serverPatchOf(input);
      refuseFault(secretContradiction(patch) ?? changesContradiction(patch));
      const target = {
        id: serverId,
        projectId,
        organizationId: organizationId!,
        organizationRole,
        userId: userId!,
        keyEncryptionKey,
      };
      const change = (current: ServerConfig): ServerConfig => {
        refuseFault(strayCredential(current, patch) ?? changesFault(current, patch));
        const next = patchedConfig(current, withChangedValues(current, patch));
        refuseFault(configFault(next));
        assertMayGiveSecrets(role, next, current);
        return next;
      };
      const server = await update(pool, target, {
        change,
        secretIds: secretIdsOf(addedValues(patch)),
        expectedRevision,
      }).catch((error: unknown) => {
        throw isDuplicate(error) ? nameTaken(patch.name!) : error;
      });
      if (!server) throw notFound('server');
      return savedWithWarnings(server, await labelsSoFar(localRunner));
    },
  );
