import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { requiredLabels } from '@assay/launching/required-labels';
import { previewInstall } from '../../actions/registry/install-server.ts';
import type { Deps } from '../../deps.ts';
import { savedWithWarnings } from '../../domain/servers/saved-with-warnings.ts';
import { findAskedVersion } from '../../flows/registry/find-published.ts';
import { installPublished } from '../../flows/registry/install-published.ts';
import { labelsSoFar } from '../../flows/servers/local-runner-labels.ts';

export const previewDirectoryInstall = (deps: Deps) =>
  handle(
    operations.previewDirectoryInstall,
    async (caller, { projectId }, { serverName, endpoint, inputs, ...asked }) => {
      const published = await findAskedVersion(deps, asked);
      const choices = given({ serverName, endpoint, inputs });
      const { outcome, server, changes } = await installPublished(
        deps,
        caller,
        projectId,
        published,
        choices,
        previewInstall,
      );
      const { warnings } = savedWithWarnings(server, await labelsSoFar(deps.localRunner));
      const { name, transportType, url, command, args, headerNames = [], envNames = [], runnerLabels = [] } = server;
      const { facts } = published.entry;
      return {
        outcome,
        source: published.source,
        name: facts.name,
        version: facts.version,
        contentHash: facts.contentHash,
        server: { name, transportType, ...given({ url, command, args }), headerNames, envNames },
        changes,
        runnerLabels: requiredLabels({ transport: transportType, runnerLabels }),
        ...given({ warnings }),
      };
    },
  );
