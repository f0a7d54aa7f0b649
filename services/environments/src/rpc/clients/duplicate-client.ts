import type { ClientDetail } from '@assay/contract/areas/clients/documents';
import { operations } from '@assay/contract/operations';
import { findFirstReply } from '@assay/kit/requests/idempotency';
import { handle, replayed, replayedIf } from '@assay/kit/rpc/handle';
import { createClient } from '../../actions/clients/store-client.ts';
import type { Deps } from '../../deps.ts';
import { nameOfCopy } from '../../flows/clients/name-of-copy.ts';
import { presentClient } from '../../flows/clients/present-client.ts';

export const duplicateClient = ({ pool }: Deps) =>
  handle(operations.duplicateClient, async ({ userId }, { projectId, clientId, idempotencyKey: key }, body) => {
    const request = { key, target: { projectId, clientId }, body };
    // The client may be deleted, or renamed, since the first request.
    const first = await findFirstReply<ClientDetail>(pool, request);
    if (first) return replayed(first);
    const client = await presentClient(pool, projectId, clientId);
    const name = body.name ?? (await nameOfCopy(pool, client));
    const { config } = client.version;
    const made = await createClient(pool, request, { projectId, name, config, createdBy: userId });
    return replayedIf(made.replayed, made.reply);
  });
