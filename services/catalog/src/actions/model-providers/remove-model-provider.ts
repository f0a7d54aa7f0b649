import type { ModelProviderName } from '@assay/contract/areas/model-providers/documents';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { deleteProvider } from '../../store/model-providers/model-providers.ts';

/** Deletes the settings of a model provider; false when the organization has none. */
export async function removeModelProvider(
  pool: Pool,
  organizationId: string,
  provider: ModelProviderName,
): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const before = await deleteProvider(tx, organizationId, provider);
    if (!before) return false;
    await audit(tx, { target: { provider }, before });
    return true;
  });
}
