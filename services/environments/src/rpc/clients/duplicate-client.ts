import { operations } from '@assay/contract/operations';
import { handle, replayedIf } from '@assay/kit/rpc/handle';
import { createClient } from '../../actions/clients/store-client.ts';
import type { Deps } from '../../deps.ts';
import { presentClient } from '../../flows/clients/present-client.ts';
import { nameOfCopy } from '../../flows/clients/name-of-copy.ts';

export const duplicateClient = ({ pool }: Deps) =>
  handle(operations.duplicateClient, async ({ userId }, { projectId, clientId, idempotencyKey: key }, body) => {
    const client = await presentClient(pool, projectId, clientId);
    const name = body.name ?? (await nameOfCopy(pool, client));
    const made = await createClient(
      pool,
      { key, target: { projectId, clientId }, body },
      { projectId, name, config: client.version.config, createdBy: userId },
    );
    return replayedIf(made.replayed, made.reply);
  });
