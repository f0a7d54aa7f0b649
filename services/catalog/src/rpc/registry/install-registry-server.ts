import { operations } from '@assay/contract/operations';
import { conflict, notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { entryOf } from '../../domain/registry/entry.ts';
import { installPublished } from '../../flows/registry/install-published.ts';
import { findKnownServer } from '../../store/registry/registry-servers.ts';

export const installRegistryServer = (deps: Deps) =>
  handle(
    operations.installRegistryServer,
    async (caller, { projectId }, { registryServerId, expectedUpdatedAt, ...choices }) => {
      const known = await findKnownServer(deps.pool, registryServerId);
      if (!known) throw notFound('published server');
      const updatedAt = known.updatedAt.getTime();
      if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== updatedAt)
        throw conflict('The entry has changed since it was read.', { expectedUpdatedAt, updatedAt });
      const published = { id: known.id, source: known.source, entry: entryOf(known.answer)! };
      return (await installPublished(deps, caller, projectId, published, choices)).reply;
    },
  );
