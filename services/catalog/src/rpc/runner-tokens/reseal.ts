import type { ResealRequest, ResealResponse } from '@assay/mesh/gen/assay/v1/catalog';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import { seal, unseal } from '@assay/kit/security/seal';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { faultProblem } from '@assay/contract/fault';

export const reseal = ({ keyEncryptionKey }: Deps): RpcHandler<ResealRequest, ResealResponse> =>
  onlyForService('gateway', async ({ key, values }) => {
    if (key.length !== 32) throw faultProblem({ path: '/key', message: 'must be 32 bytes' });
    return { sealed: values.map(({ sealed, context }, at) => seal(opened(sealed, context, at), key, context)) };

    function opened(sealed: Buffer, context: string, at: number): Buffer {
      try {
        return unseal(sealed, keyEncryptionKey, context);
      } catch {
        throw faultProblem({ path: `/values/${at}`, message: 'does not open for its context' });
      }
    }
  });
