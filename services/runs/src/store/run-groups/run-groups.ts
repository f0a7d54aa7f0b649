import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import { KEPT_REPLIES } from '@assay/kit/requests/idempotency';
import type { SuiteSnapshot } from '../../domain/eval-runs/suite-snapshot.ts';
import type { RunsOwner } from '../eval-runs/runs.ts';

/** A suite as the runs of a group share it. */
export interface RunGroup {
  id: string;
  suiteId: string;
  suite: SuiteSnapshot;
  idempotencyKey?: string | undefined;
  requestHash?: string | null | undefined;
}

const columns = fragment(`id, suite_id, suite, request_hash`);

export async function findRunGroup(db: Db, projectId: string, id: string): Promise<RunGroup | undefined> {
  const [group] = await rows<RunGroup>(
    db,
    sql`select ${columns} from run_groups where id = ${id} and project_id = ${projectId}`,
  );
  return group;
}

/** The latest group of a suite that a launch with this key made, and whether its key is still valid. */
export async function findRunGroupByKey(
  db: Db,
  projectId: string,
  suiteId: string,
  idempotencyKey: string,
): Promise<(RunGroup & { isKept: boolean }) | undefined> {
  const [group] = await rows<RunGroup & { isKept: boolean }>(
    db,
    sql`
    select ${columns}, created_at > now() - ${KEPT_REPLIES} as "isKept" from run_groups
    where project_id = ${projectId} and suite_id = ${suiteId} and idempotency_key = ${idempotencyKey} order by created_at desc limit 1`,
  );
  return group;
}

/** Writes a group; false when it exists already, whose stored suite its runs share. */
export async function insertRunGroup(
  db: Db,
  projectId: string,
  { id, suiteId, suite, idempotencyKey, requestHash }: RunGroup,
): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    insert into run_groups (id, project_id, suite_id, suite, idempotency_key, request_hash)
    values (${id}, ${projectId}, ${suiteId}, ${suite}, ${idempotencyKey}, ${requestHash}) on conflict do nothing`);
  return rowCount === 1;
}

export async function deleteRunGroups(db: Db, { projectId, suiteId }: RunsOwner): Promise<void> {
  await db.query(
    sql`delete from run_groups where project_id = ${projectId} and (${suiteId}::text is null or suite_id = ${suiteId})`,
  );
}
