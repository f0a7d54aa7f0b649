import { given } from '@assay/contract/given';
import type { ResolveBundleRequest, ResolvedBundleReply } from '@assay/mesh/gen/assay/v1/environments';
import { invalid } from '@assay/contract/problem';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import {
  resolveAdhocBundle,
  resolveClientBundle,
  resolveEnvironmentBundle,
} from '../../flows/bundles/resolve-bundle.ts';

export const resolveBundle =
  (deps: Deps): RpcHandler<ResolveBundleRequest, ResolvedBundleReply> =>
  async ({ projectId, environmentId, client, defaultClient = false, withoutServers, serverAttachmentId }) => {
    if (environmentId !== undefined) return replyOf(await resolveEnvironmentBundle(deps, projectId, environmentId));
    if (client === undefined && !defaultClient) throw invalid('The request names no target to resolve.');
    const target = { ...given({ reference: client }), withoutServers };
    return replyOf(
      serverAttachmentId === undefined
        ? await resolveClientBundle(deps, projectId, target)
        : await resolveAdhocBundle(deps, projectId, target, serverAttachmentId),
    );
  };

const replyOf = (bundle: object): ResolvedBundleReply => ({ bundle: Buffer.from(JSON.stringify(bundle)) });
