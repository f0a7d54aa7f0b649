import type { RunnerToken } from '@assay/contract/documents/runner-token';
import { fragment, rows, sql, type Db } from '@assay/kit/db';
import type { StoredKey } from '../domain/api-key.ts';

interface TokenRow {
  id: string; organization_id: string; project_id: string | null; name: string; labels: string[]; prefix: string;
  created_at: Date; last_used_at: Date | null; revoked_at: Date | null;
}

const columns = fragment('id, organization_id, project_id, name, labels, prefix, created_at, last_used_at, revoked_at');
const toToken = (row: TokenRow): RunnerToken => ({
  id: row.id, name: row.name, prefix: row.prefix, labels: row.labels, ...(row.project_id !== null && { projectId: row.project_id }), createdAt: row.created_at.getTime(),
  ...(row.last_used_at && { lastUsedAt: row.last_used_at.getTime() }), ...(row.revoked_at && { revokedAt: row.revoked_at.getTime() }),
});

export type NewRunnerToken = StoredKey & { id: string; organizationId: string; projectId: string | undefined; name: string; labels: string[]; createdBy: string };

export async function insertRunnerToken(db: Db, token: NewRunnerToken): Promise<RunnerToken> {
  const [row] = await rows<TokenRow>(db, sql`
    insert into runner_tokens (id, organization_id, project_id, name, labels, hash, prefix, created_by)
    values (${token.id}, ${token.organizationId}, ${token.projectId}, ${token.name}, ${token.labels}, ${token.hash}, ${token.prefix}, ${token.createdBy})
    returning ${columns}`);
  return toToken(row!);
}

/** Newest first. */
export async function listRunnerTokens(db: Db, organizationId: string): Promise<RunnerToken[]> {
  return (await rows<TokenRow>(db, sql`select ${columns} from runner_tokens where organization_id = ${organizationId} order by id desc`)).map(toToken);
}

/** False when the organization has no such token; one that is revoked already stays so. */
export async function revokeRunnerToken(db: Db, organizationId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    update runner_tokens set revoked_at = coalesce(revoked_at, now()) where organization_id = ${organizationId} and id = ${id}`);
  return rowCount === 1;
}

/** Whom a token stands for. */
export interface TokenHolder { tokenId: string; organizationId: string; projectId: string | undefined; labels: string[] }

/** The holder of a token that is not revoked. Notes that it was used, at most once a minute. */
export async function findTokenHolder(db: Db, hash: Uint8Array): Promise<TokenHolder | undefined> {
  const [row] = await rows<TokenRow>(db, sql`
    with noted as (
      update runner_tokens set last_used_at = now()
      where hash = ${hash} and revoked_at is null and (last_used_at is null or last_used_at < now() - interval '1 minute'))
    select ${columns} from runner_tokens where hash = ${hash} and revoked_at is null`);
  return row && { tokenId: row.id, organizationId: row.organization_id, projectId: row.project_id ?? undefined, labels: row.labels };
}
