import type { ResolveBundleRequest, ResolvedBundleReply } from '@assay/contract/gen/assay/v1/environments';
import { invalid } from '@assay/contract/problem';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { resolveClientBundle, resolveEnvironmentBundle } from '../../flows/bundles/resolve-bundle.ts';

export const resolveBundle =
  (deps: Deps): RpcHandler<ResolveBundleRequest, ResolvedBundleReply> =>
  async ({ projectId, environmentId, client, defaultClient = false, withoutServers }) => {
    if (environmentId !== undefined) return replyOf(await resolveEnvironmentBundle(deps, projectId, environmentId));
    if (client === undefined && !defaultClient) throw invalid('The request names no target to resolve.');
    return replyOf(
      await resolveClientBundle(deps, projectId, {
        ...(client !== undefined && { reference: client }),
        withoutServers,
      }),
    );
  };

const replyOf = (bundle: object): ResolvedBundleReply => ({ bundle: Buffer.from(JSON.stringify(bundle)) });
