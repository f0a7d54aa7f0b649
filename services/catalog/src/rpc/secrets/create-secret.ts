import { operations } from '@assay/contract/operations';
import { newId } from '@assay/kit/id';
import { handle, replayedIf } from '@assay/kit/rpc/handle';
import { createSecret as create } from '../../actions/secrets/create-secret.ts';
import type { Deps } from '../../deps.ts';

export const createSecret = ({ pool, keyEncryptionKey }: Deps) =>
  handle(operations.createSecret, async ({ organizationId, role }, { projectId, idempotencyKey }, input) => {
    const target = { id: newId('secret'), projectId, organizationId: organizationId!, role: role!, keyEncryptionKey };
    const { reply, replayed } = await create(pool, target, input, idempotencyKey);
    return replayedIf(replayed, reply);
  });
