import type { ModelProvider } from '@assay/contract/areas/model-providers/documents';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { claimProvider, replaceProvider, type StoredProvider } from '../../store/model-providers/model-providers.ts';

/** Saves how an organization reaches a model provider, in place of its earlier settings. */
export async function setModelProvider(
  pool: Pool,
  organizationId: string,
  provider: StoredProvider,
): Promise<ModelProvider> {
  return transaction(pool, async (tx) => {
    const before = await claimProvider(tx, organizationId, provider.provider);
    const after = await replaceProvider(tx, organizationId, provider);
    await audit(tx, {
      target: { provider: provider.provider },
      before,
      after,
      isSecret: true,
    });
    return after;
  });
}
