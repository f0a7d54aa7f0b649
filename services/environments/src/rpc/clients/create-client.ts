import { refuseFault } from '@assay/contract/fault';
import { operations } from '@assay/contract/operations';
import type { ClientDetail } from '@assay/contract/areas/clients/documents';
import { findFirstReply } from '@assay/kit/requests/idempotency';
import { handle, replayed, replayedIf } from '@assay/kit/rpc/handle';
import { createClient as create } from '../../actions/clients/store-client.ts';
import type { Deps } from '../../deps.ts';
import { namedServers } from '../../domain/clients/client-config.ts';
import { newClientConfig, newClientFault } from '../../domain/clients/client-edit.ts';
import { refuseUnknownServers } from '../../flows/clients/refuse-unknown-servers.ts';

export const createClient = ({ pool, catalog }: Deps) =>
  handle(operations.createClient, async ({ userId }, { projectId, idempotencyKey: key }, body) => {
    refuseFault(newClientFault(body));
    const request = { key, target: { projectId }, body };
    // The servers that the settings name may be deleted since the first request.
    const first = await findFirstReply<ClientDetail>(pool, request);
    if (first) return replayed(first);
    const config = newClientConfig(body);
    await refuseUnknownServers({ pool, catalog }, projectId, namedServers(config, '/config'));
    const made = await create(pool, request, { projectId, name: body.name, config, createdBy: userId });
    return replayedIf(made.replayed, made.reply);
  });
