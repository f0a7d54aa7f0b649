import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toDirectoryServer, toEndpoint } from '../../flows/registry/documents.ts';
import { findPublished } from '../../flows/registry/find-published.ts';

export const getDirectoryServer = (deps: Deps) =>
  handle(operations.getDirectoryServer, async (_caller, { idOrName }, query) => {
    const {
      source,
      entry: { facts, endpoints, server },
      stale,
    } = await findPublished(deps, idOrName, query.source);
    return {
      ...toDirectoryServer(source.name, facts),
      latestContentHash: facts.contentHash,
      endpoints: endpoints.map(toEndpoint),
      server,
      ...(stale && { stale }),
    };
  });
