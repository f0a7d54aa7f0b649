import type { SealedSecrets, SealSecretsRequest } from '@assay/mesh/gen/assay/v1/catalog';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { assertProjectReach } from '../../flows/access/assert-project-reach.ts';
import { openSecretValue } from '../../store/secrets/secret-value.ts';
import { listSecretValues } from '../../store/secrets/secrets.ts';
import { sealCredentials } from '../../store/servers/credentials.ts';

export const sealSecrets = ({ pool, keyEncryptionKey }: Deps): RpcHandler<SealSecretsRequest, SealedSecrets> =>
  onlyForService('runner', async ({ projectId, serverId, secretIds }, caller) => {
    const [found] = await Promise.all([
      listSecretValues(pool, projectId, secretIds),
      assertProjectReach(pool, caller, { projectId }),
    ]);
    const secrets = Object.fromEntries(found.map((secret) => [secret.id, openSecretValue(secret, keyEncryptionKey)]));
    return { sealedCredentials: sealCredentials({ secrets }, keyEncryptionKey, serverId)! };
  });
