import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { updateEnvironment as update } from '../../actions/environments/revise-environment.ts';
import type { Deps } from '../../deps.ts';
import { withClientId } from '../../flows/clients/with-client-id.ts';
import { assertSelectedSecrets } from '../../flows/secrets/project-secrets.ts';
import { assertNamesChange } from '../../domain/refusals.ts';
import { toEnvironment } from '../../domain/environments/environment-view.ts';

export const updateEnvironment = ({ pool, catalog }: Deps) =>
  handle(operations.updateEnvironment, async ({ userId }, target, { expectedRevision, ...patch }) => {
    assertNamesChange(patch);
    await assertSelectedSecrets(catalog, target.projectId, patch);
    const named = await withClientId(pool, target.projectId, patch);
    return toEnvironment(await update(pool, { ...target, expectedRevision, userId }, named));
  });
