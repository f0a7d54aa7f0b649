import { operations } from '@assay/contract/operations';
import { conflict } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findPublished } from '../../flows/registry/find-published.ts';
import { installPublished } from '../../flows/registry/install-published.ts';
import { registryServerId } from '../../store/registry/registry-servers.ts';

export const installDirectoryServer = (deps: Deps) =>
  handle(
    operations.installDirectoryServer,
    async (caller, { projectId }, { name: idOrName, source: asked, version, expectedContentHash, ...choices }) => {
      const latest = await findPublished(deps, idOrName, asked);
      const { name, version: newest } = latest.entry.facts;
      const { entry, source } =
        version === undefined || version === newest
          ? latest
          : await findPublished(deps, name, latest.source.name, version);
      if (expectedContentHash !== undefined && expectedContentHash !== entry.facts.contentHash) {
        throw conflict(`"${name}" has changed since it was read.`, {
          expectedContentHash,
          contentHash: entry.facts.contentHash,
        });
      }
      return installPublished(
        deps,
        caller,
        projectId,
        { id: registryServerId(source.name, name), source: source.name, entry },
        choices,
      );
    },
  );
