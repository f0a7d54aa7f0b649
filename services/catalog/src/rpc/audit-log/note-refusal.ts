import type { NoteRefusalRequest, NoteRefusalResponse } from '@assay/mesh/gen/assay/v1/auditing';
import { operationOfRpc } from '@assay/mesh/rpc/operation-of-rpc';
import { auditor } from '@assay/kit/audit/audit';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import { idsOfPath } from '@assay/kit/audit/with-audit';
import type { Deps } from '../../deps.ts';
import { faultProblem } from '@assay/contract/fault';

/** The caller is the refused principal, as the gateway authenticated it. */
export const noteRefusal =
  ({ pool }: Deps): RpcHandler<NoteRefusalRequest, NoteRefusalResponse> =>
  async ({ rpc, target }) => {
    const operation = operationOfRpc(rpc);
    if (!operation) throw faultProblem({ path: '/rpc', message: 'must be the RPC of an operation' });
    await auditor(pool)({ rpc, target: idsOfPath(operation, target), outcome: 'refused' });
    return {};
  };
