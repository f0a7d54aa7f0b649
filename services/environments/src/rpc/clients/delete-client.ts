import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { removeClient } from '../../actions/clients/remove-client.ts';
import type { Deps } from '../../deps.ts';
import { presentClient } from '../../flows/clients/present-client.ts';

export const deleteClient = ({ pool }: Deps) =>
  handle(operations.deleteClient, async (_caller, { projectId, clientId }) => {
    const { id } = await presentClient(pool, projectId, clientId);
    await removeClient(pool, projectId, id);
    return { id, deleted: true as const };
  });
