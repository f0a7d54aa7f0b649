import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { ensureAdhocEnvironment as ensure } from '../../actions/environments/ensure-adhoc-environment.ts';
import type { Deps } from '../../deps.ts';
import { withClientId } from '../../flows/clients/with-client-id.ts';
import { assertSelectedSecrets } from '../../flows/secrets/project-secrets.ts';
import { toEnvironment } from '../../domain/environments/environment-view.ts';

export const ensureAdhocEnvironment = ({ pool, catalog }: Deps) =>
  handle(operations.ensureAdhocEnvironment, async ({ userId }, { projectId }, settings) => {
    await assertSelectedSecrets(catalog, projectId, settings);
    const { environment, created } = await ensure(
      pool,
      projectId,
      await withClientId(pool, projectId, settings),
      userId,
    );
    return { environment: toEnvironment(environment), created };
  });
