import type { ClientConfig } from '@assay/contract/areas/clients/config';
import type { ConnectServerReply, ConnectServerRequest } from '@assay/mesh/gen/assay/v1/inspection';
import { notFound } from '@assay/contract/problem';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';

/** The modules that talk to a server are loaded with the first call. */
export const connectServer =
  (deps: Deps): RpcHandler<ConnectServerRequest, ConnectServerReply> =>
  async ({ server, clientConfig }) => {
    if (!server) throw notFound('server');
    const { connectAsClient } = await import('../../flows/inspections/inspect-server.ts');
    await connectAsClient(deps, server, JSON.parse(clientConfig.toString()) as ClientConfig);
    return {};
  };
