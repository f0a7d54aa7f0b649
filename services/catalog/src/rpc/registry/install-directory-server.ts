import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findAskedVersion } from '../../flows/registry/find-published.ts';
import { installPublished } from '../../flows/registry/install-published.ts';

export const installDirectoryServer = (deps: Deps) =>
  handle(
    operations.installDirectoryServer,
    async (caller, { projectId }, { serverName, endpoint, inputs, ...asked }) => {
      const published = await findAskedVersion(deps, asked);
      const choices = given({ serverName, endpoint, inputs });
      return (await installPublished(deps, caller, projectId, published, choices)).reply;
    },
  );
