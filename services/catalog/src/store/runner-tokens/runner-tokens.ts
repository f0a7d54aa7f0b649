import type { RunnerToken } from '@assay/contract/areas/runner-tokens/documents';
import { given } from '@assay/contract/given';
import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { StoredKey } from '../../domain/api-keys/stored-key.ts';

interface TokenRow {
  id: string;
  organizationId: string;
  projectId: string | null;
  name: string;
  labels: string[];
  prefix: string;
  createdBy: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

const columns = fragment(
  'id, organization_id, project_id, name, labels, prefix, created_by, created_at, last_used_at, revoked_at',
);
const toToken = (row: TokenRow): RunnerToken => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  labels: row.labels,
  ...given({ projectId: row.projectId ?? undefined, createdBy: row.createdBy ?? undefined }),
  createdAt: row.createdAt.getTime(),
  ...given({ lastUsedAt: row.lastUsedAt?.getTime(), revokedAt: row.revokedAt?.getTime() }),
});

export type NewRunnerToken = StoredKey & {
  id: string;
  organizationId: string;
  projectId: string | undefined;
  name: string;
  labels: string[];
  createdBy: string;
};

export async function insertRunnerToken(db: Db, token: NewRunnerToken): Promise<RunnerToken> {
  const [row] = await rows<TokenRow>(
    db,
    sql`
    insert into runner_tokens (id, organization_id, project_id, name, labels, hash, prefix, created_by)
    values (${token.id}, ${token.organizationId}, ${token.projectId}, ${token.name}, ${token.labels}, ${token.hash}, ${token.prefix}, ${token.createdBy})
    returning ${columns}`,
  );
  return toToken(row!);
}

/** The tokens of an organization, newest first, from the one after `after`. */
export async function listRunnerTokens(
  db: Db,
  organizationId: string,
  after: string | undefined,
  limit: number,
): Promise<RunnerToken[]> {
  return (
    await rows<TokenRow>(
      db,
      sql`
    select ${columns} from runner_tokens
    where organization_id = ${organizationId} and (${after}::text is null or id < ${after}) order by id desc limit ${limit}`,
    )
  ).map(toToken);
}

/** The live tokens that a person made. */
export async function listLiveTokenIds(db: Db, organizationId: string, userId: string): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`select id from runner_tokens where organization_id = ${organizationId} and created_by = ${userId} and revoked_at is null order by id`,
  );
  return found.map(({ id }) => id);
}

/**
 * Revokes a token; a revoked token keeps its first revocation. Answers its state before and after; undefined when the
 * organization has no such token.
 */
export async function revokeRunnerToken(
  db: Db,
  organizationId: string,
  id: string,
): Promise<{ before: RunnerToken; after: RunnerToken } | undefined> {
  const [row] = await rows<TokenRow & { revokedBefore: Date | null }>(
    db,
    sql`
    update runner_tokens set revoked_at = coalesce(revoked_at, now()) where organization_id = ${organizationId} and id = ${id}
    returning ${columns}, old.revoked_at as revoked_before`,
  );
  return row && { before: toToken({ ...row, revokedAt: row.revokedBefore }), after: toToken(row) };
}

/** The organization, project and labels of a runner token. */
export interface TokenHolder {
  tokenId: string;
  organizationId: string;
  projectId: string | undefined;
  labels: string[];
}

/** The holder of a token that is not revoked. Updates `last_used_at` at most once a minute. */
export async function findTokenHolder(db: Db, hash: Uint8Array): Promise<TokenHolder | undefined> {
  // Tenant: the hash of the token proves the right to it.
  const [row] = await rows<TokenRow>(
    db,
    sql`
    with noted as (
      update runner_tokens set last_used_at = now()
      where hash = ${hash} and revoked_at is null and (last_used_at is null or last_used_at < now() - interval '1 minute'))
    select ${columns} from runner_tokens where hash = ${hash} and revoked_at is null`,
  );
  return (
    row && {
      tokenId: row.id,
      organizationId: row.organizationId,
      projectId: row.projectId ?? undefined,
      labels: row.labels,
    }
  );
}

export async function deleteRunnerTokensOf(db: Db, projectIds: string[]): Promise<void> {
  await db.query(sql`delete from runner_tokens where project_id = any(${projectIds})`);
}
