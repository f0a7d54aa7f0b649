import type { ModelProvider } from '@assay/contract/areas/model-providers/documents';
import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

interface ProviderRow {
  provider: ModelProvider['provider'];
  baseUrl: string | null;
  hasKey: boolean;
  updatedAt: Date;
}

const columns = fragment('provider, base_url, sealed_key is not null as has_key, updated_at');
const toProvider = (row: ProviderRow): ModelProvider => ({
  provider: row.provider,
  hasKey: row.hasKey,
  ...(row.baseUrl !== null && { baseUrl: row.baseUrl }),
  updatedAt: row.updatedAt.getTime(),
});

/** How a provider is reached, with a sealed key. */
export interface StoredProvider {
  provider: ModelProvider['provider'];
  baseUrl: string | undefined;
  sealedKey: Buffer | undefined;
}

export async function listProviders(db: Db, organizationId: string): Promise<ModelProvider[]> {
  return (
    await rows<ProviderRow>(
      db,
      sql`select ${columns} from model_providers where organization_id = ${organizationId} order by provider`,
    )
  ).map(toProvider);
}

export async function listStoredProviders(db: Db, organizationId: string): Promise<StoredProvider[]> {
  const found = await rows<Pick<ProviderRow, 'provider' | 'baseUrl'> & { sealedKey: Buffer | null }>(
    db,
    sql`
    select provider, base_url, sealed_key from model_providers where organization_id = ${organizationId}`,
  );
  return found.map(({ provider, baseUrl, sealedKey }) => ({
    provider,
    baseUrl: baseUrl ?? undefined,
    sealedKey: sealedKey ?? undefined,
  }));
}

/** How the organization reaches the provider, locked until the transaction ends. */
export async function claimProvider(
  tx: Tx,
  organizationId: string,
  provider: string,
): Promise<ModelProvider | undefined> {
  const [row] = await rows<ProviderRow>(
    tx,
    sql`select ${columns} from model_providers where organization_id = ${organizationId} and provider = ${provider} for update`,
  );
  return row && toProvider(row);
}

export async function replaceProvider(
  db: Db,
  organizationId: string,
  { provider, baseUrl, sealedKey }: StoredProvider,
): Promise<ModelProvider> {
  const [row] = await rows<ProviderRow>(
    db,
    sql`
    insert into model_providers (organization_id, provider, base_url, sealed_key) values (${organizationId}, ${provider}, ${baseUrl}, ${sealedKey})
    on conflict (organization_id, provider) do update set base_url = excluded.base_url, sealed_key = excluded.sealed_key, updated_at = now()
    returning ${columns}`,
  );
  return toProvider(row!);
}

/** The deleted settings; undefined when there were none. */
export async function deleteProvider(
  db: Db,
  organizationId: string,
  provider: string,
): Promise<ModelProvider | undefined> {
  const [row] = await rows<ProviderRow>(
    db,
    sql`delete from model_providers where organization_id = ${organizationId} and provider = ${provider} returning ${columns}`,
  );
  return row && toProvider(row);
}
