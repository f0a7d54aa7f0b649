import { operations } from '@assay/contract/operations';
import { handle, replayedIf } from '@assay/kit/rpc/handle';
import { newId } from '@assay/kit/id';
import { createServer as create } from '../../actions/servers/save-server.ts';
import type { Deps } from '../../deps.ts';
import { configFault } from '../../domain/servers/server-config.ts';
import { assertMayGiveSecrets } from '../../domain/servers/may-give-secrets.ts';
import { serverConfigOf } from '../../domain/servers/server-input.ts';
import { savedWithWarnings } from '../../domain/servers/saved-with-warnings.ts';
import { labelsSoFar } from '../../flows/servers/local-runner-labels.ts';
import { refuseFault } from '@assay/contract/fault';

export const createProjectServer = ({ pool, keyEncryptionKey, localRunner }: Deps) =>
  handle(
    operations.createProjectServer,
    async ({ organizationId, organizationRole, role, userId }, { projectId, idempotencyKey }, input) => {
      const config = serverConfigOf(input);
      refuseFault(configFault(config));
      assertMayGiveSecrets(role, config);
      const { reply, replayed } = await create(
        pool,
        {
          id: newId('srv'),
          projectId,
          organizationId: organizationId!,
          organizationRole,
          userId: userId!,
          keyEncryptionKey,
        },
        config,
        idempotencyKey,
      );
      return replayedIf(replayed, savedWithWarnings(reply, await labelsSoFar(localRunner)));
    },
  );
