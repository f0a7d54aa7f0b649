import { operations } from '@assay/contract/operations';
import { handle, replayedIf } from '@assay/kit/rpc/handle';
import { createEnvironment as create } from '../../actions/environments/create-environment.ts';
import type { Deps } from '../../deps.ts';
import { withClientId } from '../../flows/clients/with-client-id.ts';
import { assertSelectedSecrets } from '../../flows/secrets/project-secrets.ts';

export const createEnvironment = ({ pool, catalog }: Deps) =>
  handle(operations.createEnvironment, async ({ userId }, { projectId, idempotencyKey: key }, draft) => {
    await assertSelectedSecrets(catalog, projectId, draft);
    const settings = await withClientId(pool, projectId, draft);
    const created = await create(pool, projectId, settings, { key, target: { projectId }, body: draft }, userId);
    return replayedIf(created.replayed, created.reply);
  });
