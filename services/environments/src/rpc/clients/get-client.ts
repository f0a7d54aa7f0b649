import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { detailOfClient, presentClient } from '../../flows/clients/present-client.ts';

export const getClient = ({ pool }: Deps) =>
  handle(operations.getClient, async (_caller, { projectId, clientId }) =>
    detailOfClient(pool, await presentClient(pool, projectId, clientId)),
  );
