import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { StoredWaiver } from '../../domain/gates/gate-waiver.ts';

export type NewWaiver = Pick<StoredWaiver, 'id' | 'runId' | 'reason' | 'expiresAt' | 'createdBy' | 'policySnapshot'>;

const columns = fragment(`w.id, r.suite_id, w.run_id, w.reason, w.expires_at, w.created_at, w.created_by,
  w.revoked_at, w.revoked_by, w.revoked_at is null and w.expires_at > now() as active, w.policy_snapshot`);

/** Every waiver that a run had, newest first. */
export async function listWaivers(db: Db, runId: string): Promise<StoredWaiver[]> {
  return rows<StoredWaiver>(
    db,
    sql`
    select ${columns} from gate_waivers w join runs r on r.id = w.run_id where w.run_id = ${runId} order by w.created_at desc, w.id desc`,
  );
}

export async function insertWaiver(
  db: Db,
  { id, runId, reason, expiresAt, createdBy, policySnapshot }: NewWaiver,
): Promise<void> {
  await db.query(sql`
    insert into gate_waivers (id, run_id, reason, expires_at, created_by, policy_snapshot)
    values (${id}, ${runId}, ${reason}, ${expiresAt}, ${createdBy}, ${policySnapshot})`);
}

/**
 * Revokes a waiver; `before` is its earlier state, unless it was revoked already. Undefined when the run has no such
 * waiver.
 */
export async function revokeWaiver(
  db: Db,
  runId: string,
  id: string,
  revokedBy: string,
): Promise<{ waiver: StoredWaiver; before: StoredWaiver | undefined } | undefined> {
  const [row] = await rows<StoredWaiver & { isNew: boolean; wasActive: boolean }>(
    db,
    sql`
    update gate_waivers w set revoked_at = coalesce(w.revoked_at, now()), revoked_by = coalesce(w.revoked_by, ${revokedBy})
    from runs r where w.id = ${id} and w.run_id = ${runId} and r.id = w.run_id
    returning ${columns}, old.revoked_at is null as "isNew", old.expires_at > now() as "wasActive"`,
  );
  if (!row) return undefined;
  const { isNew, wasActive, ...waiver } = row;
  return {
    waiver,
    before: isNew
      ? {
          ...waiver,
          revokedAt: null,
          revokedBy: null,
          active: wasActive,
        }
      : undefined,
  };
}
