import { refuseFault } from '@assay/contract/fault';
import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { editClient } from '../../actions/clients/edit-client.ts';
import type { Deps } from '../../deps.ts';
import { namedServers, serversFault, withServers } from '../../domain/clients/client-config.ts';
import { presentClient } from '../../flows/clients/present-client.ts';
import { refuseUnknownServers } from '../../flows/clients/refuse-unknown-servers.ts';

export const setClientServers = ({ pool, catalog }: Deps) =>
  handle(operations.setClientServers, async ({ userId }, { projectId, clientId }, { expectedConfigId, ...servers }) => {
    refuseFault(serversFault(servers));
    const { id } = await presentClient(pool, projectId, clientId);
    await refuseUnknownServers({ pool, catalog }, projectId, namedServers(servers, ''));
    return editClient(pool, {
      projectId,
      clientId: id,
      expected: { expectedConfigId },
      config: (current) => withServers(current, servers),
      editedBy: userId,
    });
  });
