import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { isDuplicate } from '@assay/kit/postgres/db';
import { handle } from '@assay/kit/rpc/handle';
import { changeSecret } from '../../actions/secrets/change-secret.ts';
import type { Deps } from '../../deps.ts';
import { nameTaken } from '../../domain/refusals.ts';

export const updateSecret = ({ pool, keyEncryptionKey }: Deps) =>
  handle(operations.updateSecret, async (_caller, { projectId, secretId }, patch) => {
    const target = { id: secretId, projectId, keyEncryptionKey };
    const secret = await changeSecret(pool, target, patch).catch((error: unknown) => {
      throw isDuplicate(error) ? nameTaken(patch.name!, 'secret') : error;
    });
    if (!secret) throw notFound('secret');
    return secret;
  });
